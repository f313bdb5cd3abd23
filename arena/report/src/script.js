// The list of decisions: its order, its filters, and the keys: left and right for the decision before and after in the
// list, [ and ] for marked ones. The page is complete without it.
(() => {
  const form = document.querySelector("form.filter");
  const all = [...document.querySelectorAll("details.decision")];
  const list = all[0]?.parentElement;
  const number = (one) => 1e5 * one.dataset.hand + Number(one.dataset.turn);
  const place = form.querySelector("output");
  let order = all;
  let here = all.find((one) => one.open) ?? null;

  const shown = () => order.filter((one) => !one.hidden);
  const tell = () => {
    const at = shown().indexOf(here) + 1;
    place.textContent = `${at || "–"} / ${shown().length}`;
  };

  function open(one) {
    if (here && here !== one) here.open = false;
    here = one;
    one.open = true;
    one.scrollIntoView({ block: "start" });
    one.querySelector("summary").focus({ preventScroll: true });
    tell();
  }

  function step(by, onlyMarked) {
    const listed = shown();
    let at = listed.indexOf(here);
    if (at < 0) at = by > 0 ? -1 : listed.length;
    do at += by; while (listed[at] && onlyMarked && listed[at].dataset.weight === "0");
    if (listed[at]) open(listed[at]);
    else place.textContent = form.dataset.end;
  }

  function arrange() {
    const { seat, mark, sort } = form.elements;
    for (const one of all) {
      one.hidden = (seat.value !== "" && one.dataset.seat !== seat.value) || Number(one.dataset.weight) < Number(mark.value);
    }
    order = sort.value === "turn" ? [...all].sort((first, second) => number(first) - number(second)) : all;
    list?.append(...order);
    tell();
  }

  form.addEventListener("input", arrange);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const button of form.querySelectorAll("button")) {
    button.addEventListener("click", () => step(Number(button.value), true));
  }
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("select, .scroll")) return;
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
    // Brackets need a modifier on many keyboards.
    if (event.key === "]") step(1, true);
    else if (event.key === "[") step(-1, true);
    else if (event.key === "ArrowRight" && isPlain) step(1, false);
    else if (event.key === "ArrowLeft" && isPlain) step(-1, false);
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", () => {
    const one = document.getElementById(location.hash.slice(1))?.closest("details.decision");
    if (one) {
      one.hidden = false;
      open(one);
    }
  });
  form.hidden = false;
  tell();
})();
