//! Arrow keys among cards: the Tab key stops once per group, left and right move within a group, up and down to the
//! nearest card, or to the other group if that lies beside.

/** Makes one element of each group reachable by the Tab key. */
export function settle(root) {
  for (const group of root?.querySelectorAll('[data-group]') ?? []) {
    const items = itemsOf(group);
    const held = items.find(item => item === document.activeElement) ?? items.find(item => item.tabIndex === 0 && item.dataset.held) ?? items[0];
    for (const item of items) {
      item.tabIndex = item === held ? 0 : -1;
      if (item === held) item.dataset.held = '1';
      else delete item.dataset.held;
    }
  }
}

const middle = element => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
};

/** The element nearest above (`sign` -1) or below (1). */
function nearest(items, from, sign) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const item of items) {
    const [itemX, itemY] = middle(item);
    const down = sign * (itemY - y);
    if (item === from || down < 12) continue;
    const distance = down + 0.6 * Math.abs(itemX - x);
    if (distance < least) [best, least] = [item, distance];
  }
  return best;
}

/** The nearest element of the previous (`sign` -1) or next (1) group, which may lie beside this one. */
function beside(root, from, sign) {
  const groups = [...root.querySelectorAll('[data-group]')];
  const [x, y] = middle(from);
  const distance = item => Math.hypot(middle(item)[0] - x, middle(item)[1] - y);
  const items = itemsOf(groups[groups.indexOf(from.closest('[data-group]')) + sign]);
  return items.reduce((best, item) => (best && distance(best) <= distance(item) ? best : item), null);
}

const itemsOf = group => [...group?.querySelectorAll('[data-rove]') ?? []];

function target(root, from, key) {
  const items = itemsOf(from.closest('[data-group]'));
  const at = items.indexOf(from);
  switch (key) {
    case 'ArrowLeft': return items[at - 1];
    case 'ArrowRight': return items[at + 1];
    case 'Home': return items[0];
    case 'End': return items.at(-1);
    case 'ArrowUp': return nearest(itemsOf(root), from, -1) ?? beside(root, from, -1);
    case 'ArrowDown': return nearest(itemsOf(root), from, 1) ?? beside(root, from, 1);
    default: return undefined;
  }
}

/** Moves the focus for an arrow key; `root` holds all groups. */
export function onArrow(event) {
  const from = event.target.closest?.('[data-rove]');
  if (!from || event.ctrlKey || event.altKey || event.metaKey) return;
  const found = target(event.currentTarget, from, event.key);
  if (!found) return;
  event.preventDefault();
  found.focus();
  settle(event.currentTarget);
}
