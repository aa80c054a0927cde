// The stage: replays recorded searches. Nothing is searched here; see page/stage.rs.
(() => {
  "use strict";
  const by = (id) => document.getElementById(id);
  const scenes = JSON.parse(by("scenes").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const [WIDE, HIGH] = [88, 50];
  let scene, run, moments, at = 0, timer = null;
  let nodes = [], edges = [];

  function element(name, attributes, parent) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  }

  const name = (v) => scene.vertices[v].name;
  const sum = (v, g) => {
    const h = scene.vertices[v].h;
    return `${g} ${h < 0 ? "−" : "+"} ${Math.abs(h)} = ${g + h}`.replace("= -", "= −");
  };

  /** All moments of a run: what is known of every vertex after each step. */
  function replay() {
    let known = new Map([[scene.start, { g: 0, from: null, open: true }]]);
    let [expansions, reopenings, largest] = [0, 0, null];
    const start = `OPEN holds ${name(scene.start)}, the start.`;
    const list = [{ known, expansions, reopenings, largest, said: start, current: null, relaxed: null, done: false }];
    let current = null;
    for (const step of run.steps) {
      known = new Map(known);
      let [said, relaxed, done] = ["", null, false];
      if (step.is === "select") {
        current = step.v;
        largest = largest === null ? step.f : Math.max(largest, step.f);
        done = step.v === scene.goal;
        said = done
          ? `${name(step.v)} is selected. It is the goal: a path of cost ${step.g} is found.`
          : `${name(step.v)} is selected: f = ${step.f} is the least in OPEN.`;
      } else if (step.is === "child") {
        const before = known.get(step.v);
        relaxed = [step.of, step.v];
        const way = `${name(step.of)} → ${name(step.v)}: `;
        const cheaper = before ? before.g - step.g : 0;
        if (step.what === "new") said = `${way}${name(step.v)} is new, g = ${step.g}: added to OPEN.`;
        if (step.what === "improved") said = `${way}${name(step.v)} is cheaper by ${cheaper}: g is now ${step.g}.`;
        if (step.what === "reopened") said = `${way}${name(step.v)} is cheaper by ${cheaper}: reopened.`;
        if (step.what === "left") said = `${way}${name(step.v)} is cheaper by ${cheaper}, but closed: left closed.`;
        if (step.what === "same") said = `${way}${name(step.v)} is not cheaper (${step.g}, not below ${before.g}).`;
        if (step.what === "reopened") reopenings += 1;
        if (step.what !== "left" && step.what !== "same") known.set(step.v, { g: step.g, from: step.of, open: true });
      } else {
        known.set(step.v, { ...known.get(step.v), open: false });
        expansions += 1;
        said = `${name(step.v)} is expanded and moved to CLOSED.`;
        current = null;
      }
      list.push({ known, expansions, reopenings, largest, said, current, relaxed, done });
    }
    return list;
  }

  /** Draws the graph once; what changes from step to step are classes and texts. */
  function draw() {
    const svg = by("drawing");
    svg.replaceChildren();
    const title = element("title", { id: "drawing-title" }, svg);
    title.textContent = scene.name;
    const xs = scene.vertices.map((v) => v.x);
    const ys = scene.vertices.map((v) => v.y);
    // A curve reaches half as far as it bends.
    const tops = scene.edges.map((edge) => Math.min(scene.vertices[edge.from].y, scene.vertices[edge.to].y) + Math.min(0, edge.bend / 2));
    const bottoms = scene.edges.map((edge) => Math.max(scene.vertices[edge.from].y, scene.vertices[edge.to].y) + Math.max(0, edge.bend / 2));
    const left = Math.min(...xs) - WIDE / 2 - 14;
    const top = Math.min(...ys.map((y) => y - HIGH / 2), ...tops) - 22;
    const width = Math.max(...xs) + WIDE / 2 + 14 - left;
    const height = Math.max(...ys.map((y) => y + HIGH / 2), ...bottoms) + 22 - top;
    for (const [key, value] of Object.entries({ viewBox: `${left} ${top} ${width} ${height}`, width, height })) svg.setAttribute(key, value);
    const defs = element("defs", {}, svg);
    for (const [id, colour] of [["plain", "--soft"], ["parent", "--ink"], ["path", "--c2"], ["relaxed", "--c1"]]) {
      const tip = element("marker", { id: `tip-${id}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, defs);
      element("path", { d: "M0 0L10 5L0 10Z", style: `fill: var(${colour})` }, tip);
    }
    edges = scene.edges.map((edge) => {
      const [a, b] = [scene.vertices[edge.from], scene.vertices[edge.to]];
      const group = element("g", {}, svg);
      let d, x, y;
      if (edge.bend) {
        const side = Math.sign(edge.bend);
        const right = Math.sign(b.x - a.x);
        const ends = [a.x + right * 14, a.y + side * (HIGH / 2 + 1), b.x - right * 14, b.y + side * (HIGH / 2 + 3)];
        const middle = (a.x + b.x) / 2;
        const bend = (a.y + b.y) / 2 + edge.bend + side * 8;
        d = `M${ends[0]} ${ends[1]}Q${middle} ${bend} ${ends[2]} ${ends[3]}`;
        [x, y] = [middle, (ends[1] + 2 * bend + ends[3]) / 4];
      } else if (a.y === b.y) {
        const right = Math.sign(b.x - a.x);
        d = `M${a.x + right * (WIDE / 2 + 2)} ${a.y}H${b.x - right * (WIDE / 2 + 4)}`;
        [x, y] = [(a.x + b.x) / 2, a.y - 13];
      } else {
        const down = Math.sign(b.y - a.y);
        d = `M${a.x} ${a.y + down * (HIGH / 2 + 2)}L${b.x} ${b.y - down * (HIGH / 2 + 4)}`;
        [x, y] = [(a.x + b.x) / 2 + 12, (a.y + b.y) / 2];
      }
      const line = element("path", { d }, group);
      const cost = element("text", { x, y: y + 4 }, group);
      cost.textContent = edge.cost;
      return { ...edge, line, cost };
    });
    nodes = scene.vertices.map((vertex, v) => {
      const group = element("g", { transform: `translate(${vertex.x} ${vertex.y})` }, svg);
      const halo = element("rect", { class: "halo", x: -WIDE / 2 - 5, y: -HIGH / 2 - 5, width: WIDE + 10, height: HIGH + 10, rx: 28 }, group);
      const box = element("rect", { x: -WIDE / 2, y: -HIGH / 2, width: WIDE, height: HIGH }, group);
      const text = element("text", { class: "title", y: -4 }, group);
      text.textContent = vertex.name;
      const role = v === scene.start ? " start" : v === scene.goal ? " goal" : "";
      if (role) {
        const part = element("tspan", { class: "role" }, text);
        part.textContent = role;
      }
      const values = element("text", { class: "sum", y: 15 }, group);
      return { group, halo, box, values };
    });
  }

  const row = (v, { g, from }) => {
    const line = document.createElement("tr");
    const h = scene.vertices[v].h;
    for (const [k, value] of [name(v), g, h, g + h, from === null ? "–" : name(from)].entries()) {
      const cell = document.createElement("td");
      if (k > 0 && k < 4) cell.className = "number";
      cell.textContent = value;
      line.append(cell);
    }
    return line;
  };

  function show() {
    const now = moments[at];
    const last = at === moments.length - 1;
    const path = new Set();
    if (now.done) run.path.slice(1).forEach((v, k) => path.add(`${run.path[k]} ${v}`));
    for (const edge of edges) {
      // Of parallel edges, the one that led to g.
      const child = now.known.get(edge.to);
      const parent = now.known.get(edge.from);
      const leads = child && child.from === edge.from && parent;
      const relaxed = now.relaxed && now.relaxed[0] === edge.from && now.relaxed[1] === edge.to;
      const kind = relaxed ? "relaxed" : path.has(`${edge.from} ${edge.to}`) ? "path" : leads ? "parent" : "plain";
      edge.line.setAttribute("class", `edge ${kind}`);
      edge.line.setAttribute("marker-end", `url(#tip-${kind})`);
      edge.cost.setAttribute("class", relaxed ? "cost relaxed" : "cost");
    }
    nodes.forEach(({ group, halo, box, values }, v) => {
      const known = now.known.get(v);
      const state = !known ? "unseen" : known.open ? "open" : "closed";
      group.setAttribute("class", `node ${state}${now.current === v ? " current" : ""}`);
      // The shape says the same as the colour.
      const round = state === "open" ? HIGH / 2 : state === "closed" ? 2 : 8;
      box.setAttribute("rx", round);
      halo.setAttribute("rx", round + 4);
      values.textContent = known ? sum(v, known.g) : `h = ${scene.vertices[v].h}`.replace("-", "−");
    });
    const entries = [...now.known];
    const f = ([v, { g }]) => g + scene.vertices[v].h;
    const open = entries.filter(([, known]) => known.open).sort((a, b) => f(a) - f(b) || a[0] - b[0]);
    const closed = entries.filter(([, known]) => !known.open).sort((a, b) => a[0] - b[0]);
    by("open").replaceChildren(...open.map(([v, known]) => row(v, known)));
    by("closed").replaceChildren(...closed.map(([v, known]) => row(v, known)));
    by("said-step").textContent = now.said;
    by("count").textContent = `step ${at} of ${moments.length - 1}`;
    by("at").value = at;
    by("at").setAttribute("aria-valuetext", `step ${at} of ${moments.length - 1}`);
    by("expansions").textContent = now.expansions;
    by("reopenings").textContent = now.reopenings;
    by("optimal").textContent = scene.optimal;
    by("found").textContent = now.done ? run.cost : "not yet";
    const most = by("reopening").checked ? ` ≤ C* + Ψ = ${scene.optimal + scene.psi}` : "";
    by("largest").textContent = now.largest === null ? "–" : `${now.largest}${most}`;
    bounds(now.done);
    for (const id of ["first", "back"]) by(id).disabled = at === 0;
    for (const id of ["forward", "last"]) by(id).disabled = last;
    const steps = moments.slice(0, at + 1).map((moment) => {
      const item = document.createElement("li");
      item.textContent = moment.said;
      return item;
    });
    by("log").replaceChildren(...steps);
    by("log").scrollTop = by("log").scrollHeight;
    by("theatre").dataset.at = at;
    by("theatre").dataset.end = last;
  }

  function bounds(done) {
    const reopening = by("reopening").checked;
    const words = (played) => {
      const { lost, bound } = played;
      const how = lost > bound ? "does not hold" : lost === bound && bound > 0 ? "tight" : "holds";
      return `loss ${lost}, at most ${bound}: ${how}`;
    };
    const put = (id, what, played, now) => {
      const line = by(id);
      line.classList.toggle("now", now);
      const said = now && !done ? `loss at most ${played.bound}` : words(played);
      line.textContent = `${now ? "▸ " : ""}${what}: ${said}`;
    };
    put("bound-with", "Ψ, with reopening", scene.with, reopening);
    put("bound-without", "Summed inconsistency, without", scene.without, !reopening);
    const fails = scene.without.lost > scene.psi;
    by("bound-note").textContent = fails
      ? `Without reopening the loss is ${scene.without.lost}, more than Ψ = ${scene.psi}: Ψ bounds the loss only with reopening.`
      : `h is ${scene.admissible ? "admissible" : "inadmissible"} and ${scene.consistent ? "consistent" : "inconsistent"}.`;
  }

  function go(to) {
    at = Math.max(0, Math.min(moments.length - 1, to));
    show();
    if (at === moments.length - 1) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    by("play").textContent = "▶︎▶︎ Play";
    by("play").setAttribute("aria-label", "Play");
  }

  function play() {
    if (timer) return stop();
    if (at === moments.length - 1) go(0);
    // Who asks for less motion gets more time for each step.
    const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 2000 : 900;
    timer = setInterval(() => go(at + 1), pause);
    by("play").textContent = "❚❚ Pause";
    by("play").setAttribute("aria-label", "Pause");
  }

  function choose(fresh) {
    stop();
    scene = scenes.find((one) => one.id === by("scene").value) || scenes[0];
    run = by("reopening").checked ? scene.with : scene.without;
    moments = replay();
    at = 0;
    by("why").textContent = scene.words;
    by("at").max = moments.length - 1;
    if (fresh) draw();
    show();
  }

  by("scene").addEventListener("change", () => choose(true));
  by("reopening").addEventListener("change", () => choose(false));
  by("first").addEventListener("click", () => go(0));
  by("last").addEventListener("click", () => go(Infinity));
  by("back").addEventListener("click", () => go(at - 1));
  by("forward").addEventListener("click", () => go(at + 1));
  by("play").addEventListener("click", play);
  by("at").addEventListener("input", () => go(Number(by("at").value)));
  by("theatre").addEventListener("keydown", (event) => {
    const on = event.target;
    // Controls that have a use for these keys keep them.
    if (event.altKey || event.ctrlKey || event.metaKey || on.matches("select, input[type=range]")) return;
    const moves = { ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(Infinity) };
    if (event.key === " " && !on.matches("button, input, summary")) moves[" "] = play;
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  });
  choose(true);
})();
