// Stage: shows the markup that Python draws and reports what is touched on it. It knows no game.
// stage.py lists the messages. What the markup may carry:
//   data-do="what"          pressing it (pointer, Enter, Space) is a touch; its other data-* are the arguments
//   data-once               of two such touches on one drawing only the first counts (a double tap)
//   <form data-do>          submitting it is a touch with its fields among the arguments
//   data-input="what"       a change of this field is a touch with a value; files are read here, up to data-max bytes
//   data-escape="what"      what the Escape key does; the last one on the screen counts; without any it covers
//   data-roving             one tab stop for the group (tabindex="0" says which at first), arrow keys move within it
//   data-next="800"         a touch "next" after so many milliseconds, unless something is drawn before
//   data-focus              takes the focus when it appears, if the focus is in this Stage
//   data-key (or id)        the same key is the same element in the next drawing
//   data-idle="30000"        covers the screen when nothing was touched for so many milliseconds
//   <!--same-->             as all that an element holds: it holds what it held before
//   data-theme on the outermost element decides the theme
const TICK = 500, PING = 1500, SILENCE = 4000, PATIENCE = 20000, TYPING = 250, LARGE = 2e6, STORE = "sleuthbook:";
const TYPED = "textarea, input:not([type=checkbox], [type=radio], [type=file], [type=button], [type=submit])";
const QUIET = "data-lm-suppress-shortcuts";   // on what has the focus: Jupyter then runs no command of its own for a key
const NATIVE = "button, a[href], input, select, textarea, summary";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// ---- drawing: change what is there into what is wanted, keeping every element that can be kept

let torn = false;   // something new was to hold what it never held: Python must draw the whole again

const keyOf = (node) => (node.nodeType === 1 ? node.dataset?.key || node.id : "");
const alike = (a, b) => a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function morph(have, want, composing) {
  if (have.nodeType !== 1) {
    if (have.data !== want.data) have.data = want.data;
    return;
  }
  if (have === composing) return;
  const typing = have === document.activeElement && have.matches(TYPED);
  const mine = (name) => name === "tabindex" || name === QUIET || (name === "open" && have.nodeName === "DETAILS") || (name === "value" && typing);
  for (const { name, value } of want.attributes)
    if (!mine(name) && have.getAttribute(name) !== value) have.setAttribute(name, value);
  for (const { name } of [...have.attributes]) if (!mine(name) && !want.hasAttribute(name)) have.removeAttribute(name);
  if (typing) return;
  children(have, want, composing);
  if (have.type === "checkbox" || have.type === "radio") have.checked = want.checked;
  else if (have.matches("input:not([type=file]), textarea, select") && have.value !== want.value) have.value = want.value;
}

function children(have, want, composing) {
  if (want.firstChild?.nodeType === 8 && want.firstChild.data === "same") return;
  const coming = new Set([...want.childNodes].map(keyOf)), keyed = new Map();
  for (const node of [...have.childNodes]) {
    const key = keyOf(node);
    if (key && coming.has(key)) keyed.set(key, node);
    else if (key) node.remove();
  }
  let at = have.firstChild;
  for (const next of [...want.childNodes]) {
    const key = keyOf(next);
    let node = key ? keyed.get(key) : at;
    keyed.delete(key);
    if (!key) while (node && !alike(node, next)) node = node.nextSibling;
    if (!node || !alike(node, next)) {
      have.insertBefore(next, at);
      torn ||= next.innerHTML?.includes("<!--same-->");
    }
    else {
      if (node === at) at = at.nextSibling;
      else if (have.moveBefore) have.moveBefore(node, at);
      else have.insertBefore(node, at);
      morph(node, next, composing);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

// ---- the keyboard: the nearest neighbour in the direction of an arrow, on sheets and boards alike

const stops = (group) => [...group.querySelectorAll("[data-do], [data-input]")].filter((n) => !n.disabled);

function neighbour(group, from, [dx, dy]) {
  const middle = (n) => { const r = n.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2, r.width]; };
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const stop of stops(group)) {
    const [sx, sy, width] = middle(stop);
    const along = (sx - x) * dx + (sy - y) * dy, aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    if (stop !== from && width && along > 1 && along + 2 * aside < least) [best, least] = [stop, along + 2 * aside];
  }
  return best;
}

function tabStops(body) {
  for (const group of body.querySelectorAll("[data-roving]")) {
    const all = stops(group);
    const one = all.find((n) => n === document.activeElement) ?? all.find((n) => n.getAttribute("tabindex") === "0") ?? all[0];
    for (const node of all) if ((node.tabIndex === 0) !== (node === one)) node.tabIndex = node === one ? 0 : -1;
  }
  for (const node of body.querySelectorAll("[data-do]:not([tabindex], form)"))
    if (!node.matches(NATIVE)) node.setAttribute("tabindex", "0");
}

// ---- one view

function render({ model, el }) {
  const view = Math.random().toString(36).slice(2), stop = new AbortController(), listen = { signal: stop.signal };
  let seq = -1, count = 0, pace, nap, idle, awake = null, wanted = false, covering = "", composing = null, focused = null;
  let heard = performance.now(), ticked = heard, pinged = -PING, working = false, died = false, keeps = true;
  const timers = new Map();

  el.replaceChildren();
  const root = el.appendChild(document.createElement("div"));
  root.className = "sleuth";
  root.tabIndex = -1;
  root.setAttribute("role", "region");
  root.innerHTML = `<div class="stage-symbols" aria-hidden="true"></div><div class="stage-body"></div>
    <div class="stage-notice" role="alert" popover="manual"></div><div class="stage-notice lost" role="alert" popover="manual"></div>`;
  const [symbols, body, notice, lost] = root.children;

  const send = (message) => { try { model.send(message); } catch { /* the connection is gone; the notice will say so */ } };
  const report = (what, args, more = {}) => {
    const tag = `${view}.${++count}`;
    if (what === "cover") {
      covering = tag;
      if (root.contains(document.activeElement)) root.focus({ preventScroll: true });
      root.toggleAttribute("data-covered", true);
    }
    send({ type: "touch", do: what, args, seq, tag, ...more });
  };
  const told = (node) => { const { do: _, input, escape, once, key, next, focus, max, idle: __, lmSuppressShortcuts, ...args } = node.dataset; return args; };

  // -- what Python says
  const hear = {
    draw(m) {
      if (m.seq < seq) return;
      if ((m.base ?? seq) !== seq) return send({ type: "whole" });   // it tells what has changed since a drawing that is not here
      seq = m.seq;
      working = false;
      clearTimeout(pace);
      const had = root.contains(document.activeElement) ? document.activeElement : null;
      if (m.symbols !== undefined) symbols.innerHTML = m.symbols;
      const fresh = Object.assign(document.createElement("template"), { innerHTML: m.markup });
      const kind = body.firstElementChild?.className;   // another kind of page is read from its top
      torn = false;
      children(body, fresh.content, composing);
      if (torn) return send({ type: "whole" });
      root.dataset.seq = seq;   // for those who watch a page from outside: tests, benchmarks
      if (m.after) root.dataset.after = m.after;
      if (kind && kind !== body.firstElementChild?.className && root.getBoundingClientRect().top < 0) root.scrollIntoView();
      if (covering === m.after || !covering) { covering = ""; root.toggleAttribute("data-covered", false); }
      root.setAttribute("aria-label", m.name);
      root.lang = m.language;
      say(notice, m.notice);
      tabStops(body);
      const first = body.querySelector("[data-focus]");
      if (had && first && first !== focused) first.focus();
      else if (had && !had.isConnected) (first ?? root).focus({ preventScroll: true });
      else if (had && had !== document.activeElement) had.focus({ preventScroll: true });
      focused = first;
      const waits = body.querySelector("[data-next]"), drawn = seq;
      if (waits) pace = setTimeout(() => send({ type: "next", seq: drawn }), Number(waits.dataset.next));
      const limit = body.querySelector("[data-idle]")?.dataset.idle;
      if (limit !== idle) { idle = limit; rest(); }
    },
    pong(m) {
      working = m.working ?? working;
      if (seq < 0 && !m.working) send({ type: "ready" });
    },
    recall({ prefix }) {
      const entries = {};
      try {
        for (const key of Object.keys(localStorage)) if (key.startsWith(STORE + prefix)) entries[key.slice(STORE.length)] = localStorage.getItem(key);
      } catch { /* storage is switched off: nothing was kept */ }
      send({ type: "recalled", entries });
    },
    keep({ key, text }) {
      try { text === null ? localStorage.removeItem(STORE + key) : localStorage.setItem(STORE + key, text); }
      catch { if (keeps) send({ type: "failed", what: "keep" }); keeps = false; }
    },
    download({ name, text }) {
      const link = document.createElement("a"), url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
      Object.assign(link, { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    },
    async copy({ text }) {
      try { await navigator.clipboard.writeText(text); } catch { send({ type: "failed", what: "copy" }); }
    },
    awake({ on }) { wanted = on; light(); },
  };
  const rest = () => { clearTimeout(nap); if (idle) nap = setTimeout(report, Number(idle), "cover", {}); };
  const onMessage = (m) => { heard = performance.now(); died = false; if (Object.hasOwn(hear, m.type)) hear[m.type](m); };
  const say = (where, text) => {   // above all, wherever the page is scrolled
    where.textContent = text;
    if (where.isConnected) where.togglePopover?.(Boolean(text));
  };
  async function light() {
    try {
      if (!wanted) await awake?.release();
      else if (!document.hidden && awake?.released !== false) awake = await navigator.wakeLock.request("screen");
    } catch { /* the display may go dark; the game does not mind */ }
  }

  // -- what a person does
  const field = (node) => {
    forget(node);
    report(node.dataset.input, told(node), { value: node.type === "checkbox" ? (node.checked ? "on" : "") : node.value });
  };
  const later = (node) => { clearTimeout(timers.get(node)); timers.set(node, setTimeout(field, TYPING, node)); };
  const forget = (node) => { clearTimeout(timers.get(node)); timers.delete(node); };
  async function file(node) {
    const [one] = node.files, limit = Number(node.dataset.max || LARGE);
    if (one && one.size > limit) send({ type: "failed", what: "large" });
    else if (one) report(node.dataset.input, { ...told(node), file: one.name }, { value: await one.text() });
    node.value = "";
  }
  function escape() {
    const open = [...body.querySelectorAll("[data-escape]")].pop();
    open ? report(open.dataset.escape, told(open)) : report("cover", {});
  }
  const on = (what, act, where = root) => where.addEventListener(what, act, listen);

  on("click", (e) => {
    if (e.target === notice) say(notice, "");
    const node = e.target.closest("[data-do]:not(form)");
    if (!node || node.disabled || node.ariaDisabled === "true") return;
    if (node.nodeName === "A") e.preventDefault();
    report(node.dataset.do, told(node), { once: "once" in node.dataset });
  });
  on("submit", (e) => {
    e.preventDefault();
    if (!e.target.dataset.do) return;
    for (const node of e.target.elements) forget(node);
    const fields = [...new FormData(e.target)].filter(([, v]) => typeof v === "string");
    report(e.target.dataset.do, { ...told(e.target), ...Object.fromEntries(fields) }, { once: "once" in e.target.dataset });
  });
  on("input", (e) => { if (e.target.dataset.input && e.target.matches(TYPED) && !e.isComposing) later(e.target); });
  on("change", ({ target }) => {
    if (!target.dataset.input) return;
    if (target.type === "file") file(target);
    else if (timers.has(target) || !target.matches(TYPED)) field(target);
  });
  on("compositionstart", (e) => { composing = e.target; forget(e.target); });
  on("compositionend", (e) => { composing = null; if (e.target.dataset.input) later(e.target); });
  on("keydown", (e) => {
    e.stopPropagation();
    if (e.isComposing) return;
    const node = e.target, group = node.closest("[data-roving]");
    if (e.key === "Escape") { e.preventDefault(); escape(); }
    else if ((e.key === "Enter" || e.key === " ") && node.dataset.do && !node.matches(NATIVE)) {
      e.preventDefault();
      if (!e.repeat) node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    } else if (group && !node.matches("input, select, textarea") && !e.ctrlKey && !e.metaKey && !e.altKey) {
      const all = stops(group), to = ARROWS[e.key] ? neighbour(group, node, ARROWS[e.key]) : e.key === "Home" ? all[0] : e.key === "End" ? all.at(-1) : null;
      if (ARROWS[e.key] || to) e.preventDefault();
      to?.focus();
    }
  });
  for (const kind of ["pointerdown", "keydown", "input", "wheel"]) root.addEventListener(kind, rest, { ...listen, passive: true });
  for (const kind of ["keyup", "keypress"]) on(kind, (e) => e.stopPropagation());
  on("focusin", ({ target }) => { target.setAttribute(QUIET, "true"); if (target.closest("[data-roving]")) tabStops(body); });
  on("keydown", (e) => { if (e.key === "Escape" && e.target === document.body && root.checkVisibility()) escape(); }, document);

  // -- is Python still there? Silence says no; in Jupyter the kernel's status tells "at work" and "died" apart
  const kernel = model.widget_manager?.kernel;
  const onStatus = (_, status) => { died ||= /dead|restarting|terminating/.test(status); tick(); };
  function tick() {
    const now = performance.now(), wired = (kernel?.connectionStatus ?? "connected") === "connected";
    if (document.hidden || now - ticked > 3 * TICK) heard = now;   // the page slept: nothing can be concluded
    ticked = now;
    if (!document.hidden && now - pinged >= PING) { pinged = now; send({ type: "ping" }); }
    const patience = kernel?.status === "busy" && wired ? Infinity : working && !kernel ? PATIENCE : SILENCE;
    const gone = died || now - heard > patience;
    const before = root.hasAttribute("data-lost");
    if (gone === before && gone === lost.matches(":popover-open")) return;
    root.toggleAttribute("data-lost", gone);
    say(lost, gone ? model.get("lost") : "");
    if (before && !gone) send({ type: "ready" });
  }
  kernel?.statusChanged?.connect(onStatus);
  const clock = setInterval(tick, TICK);
  on("visibilitychange", () => { light(); tick(); }, document);

  model.on("msg:custom", onMessage);
  send({ type: "ready" });
  return () => {
    stop.abort();
    clearInterval(clock);
    clearTimeout(pace);
    clearTimeout(nap);
    for (const timer of timers.values()) clearTimeout(timer);
    model.off("msg:custom", onMessage);
    kernel?.statusChanged?.disconnect(onStatus);
    wanted = false;
    light();
  };
}

export default { render };
