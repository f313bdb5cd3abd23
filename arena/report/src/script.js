// The keys [ and ] for marked decisions, and a filter of the decisions. The page is complete without it.
(() => {
  const form = document.querySelector("form.filter");
  const all = [...document.querySelectorAll("details.decision")];
  const number = (one) => 1e5 * one.dataset.hand + Number(one.dataset.turn);
  // By turn, even if the page shows the largest losses first.
  const marked = all.filter((one) => one.dataset.mark).sort((a, b) => number(a) - number(b));
  const place = form.querySelector("output");
  let last = -1;

  function open(one) {
    one.open = true;
    one.scrollIntoView({ block: "start" });
    one.querySelector("summary").focus({ preventScroll: true });
    last = number(one);
  }

  function step(by) {
    const shown = marked.filter((one) => !one.hidden);
    const ahead = by > 0 ? shown : [...shown].reverse();
    const next = ahead.find((one) => (number(one) - last) * by > 0) ?? ahead[0];
    if (!next) return;
    open(next);
    place.textContent = `${shown.indexOf(next) + 1} / ${shown.length}`;
  }

  function filter() {
    const seat = form.elements.seat.value;
    const only = form.elements.marked.checked;
    for (const one of all) {
      one.hidden = (only && !one.dataset.mark) || (seat !== "" && one.dataset.seat !== seat);
    }
    place.textContent = `${all.filter((one) => !one.hidden).length} / ${all.length}`;
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const button of form.querySelectorAll("button")) {
    button.addEventListener("click", () => step(Number(button.value)));
  }
  document.addEventListener("keydown", (event) => {
    // Modifiers are ignored: on many keyboards the brackets need one.
    if (event.key === "]") step(1);
    else if (event.key === "[") step(-1);
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", () => {
    const one = document.getElementById(location.hash.slice(1))?.closest("details");
    if (one) {
      one.hidden = false;
      open(one);
    }
  });
  form.hidden = false;
})();
