//! Dragging a hand card over the table with mouse, pen or finger.

import { useRef, useState } from './preact.js';

/** A press becomes a drag if it moves this many pixels. */
const SLACK = 8;

const at = (x, y, selector) => document.elementFromPoint(x, y)?.closest(selector) ?? null;

/**
 * Returns `{ drag, handlers }`. `drag` is null, or the dragged card with its position (`x`, `y`), whether it is over
 * the table (`isOver`), and the table card below it (`over`). `handlers(card)` are for the button of a hand card.
 */
export function useDrag(onDrop) {
  const [drag, setDrag] = useState(null);
  const press = useRef(null);
  const isSwallowing = useRef(false);

  const place = (card, event) => {
    const { clientX: x, clientY: y } = event;
    // The line with what to do lies on the felt.
    const isOver = at(x, y, '[data-felt], .play .bar') !== null;
    return { card, x, y, isOver, over: isOver ? at(x, y, '[data-table]')?.dataset.table ?? null : null };
  };
  const end = () => {
    press.current = null;
    setDrag(null);
  };
  const handlers = card => ({
    onPointerDown: event => {
      if (event.button === 0) {
        press.current = { x: event.clientX, y: event.clientY, isMoving: false };
        // Captured at once: a quick hand leaves the card before the first move event.
        event.currentTarget.setPointerCapture?.(event.pointerId);
      }
      isSwallowing.current = false;
    },
    onPointerMove: event => {
      const start = press.current;
      if (!start) return;
      if (!start.isMoving && Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLACK) return;
      start.isMoving = true;
      setDrag(place(card, event));
    },
    onPointerUp: event => {
      if (press.current?.isMoving) {
        isSwallowing.current = true;
        const found = place(card, event);
        if (found.isOver) onDrop(card, found.over);
      }
      end();
    },
    onPointerCancel: end,
    onClickCapture: event => {
      if (!isSwallowing.current) return;
      isSwallowing.current = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
  });
  return { drag, handlers };
}
