// The ledger: filters that a link can carry, citations, and the reader's light or dark.
(() => {
  "use strict";
  const by = (id) => document.getElementById(id);
  const form = by("filters");
  const claims = [...document.querySelectorAll(".claim")];
  // Texts are gathered when somebody first searches: reading them all takes a while.
  let texts = null;

  const chosen = (name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map((box) => box.value);

  function apply() {
    const [verdicts, tiers] = [chosen("verdict"), chosen("tier")];
    const words = by("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length && !texts) texts = claims.map((claim) => claim.textContent.toLowerCase());
    let shown = 0;
    claims.forEach((claim, k) => {
      const fits =
        (!verdicts.length || verdicts.includes(claim.dataset.verdict)) &&
        (!tiers.length || tiers.includes(claim.dataset.tier)) &&
        words.every((word) => texts[k].includes(word));
      claim.hidden = !fits;
      shown += fits;
    });
    by("shown").textContent = `${shown} of ${claims.length} claims`;
    by("none").hidden = shown > 0;
  }

  /** What the filters say, as the part of an address that a link can carry. */
  function address() {
    const said = new URLSearchParams();
    for (const name of ["verdict", "tier"]) {
      const values = chosen(name);
      if (values.length) said.set(name, values.join(","));
    }
    const text = by("find").value.trim();
    if (text) said.set("q", text);
    const query = said.toString().replaceAll("%2C", ",");
    return query ? `#ledger?${query}` : "#ledger";
  }

  function changed() {
    apply();
    history.replaceState(null, "", address());
  }

  function set(said) {
    for (const name of ["verdict", "tier"]) {
      const values = (said.get(name) || "").split(",");
      for (const box of form.querySelectorAll(`[name=${name}]`)) box.checked = values.includes(box.value);
    }
    by("find").value = said.get("q") || "";
    apply();
  }

  function follow() {
    const [place, query] = location.hash.slice(1).split("?");
    if (place === "ledger" && query !== undefined) {
      set(new URLSearchParams(query));
      by("ledger").scrollIntoView();
    } else if (place.startsWith("claim-")) {
      const claim = by(place);
      if (claim && claim.hidden) set(new URLSearchParams());
      if (claim) claim.scrollIntoView();
    }
  }

  function clear() {
    set(new URLSearchParams());
    history.replaceState(null, "", "#ledger");
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    // The search says so at every letter; what it says when it is left, as by following a
    // link, would overrule the link.
    if (event.target.type === "checkbox") changed();
  });
  by("find").addEventListener("input", changed);
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    clear();
  });
  by("clear").addEventListener("click", () => {
    clear();
    by("find").focus();
  });
  addEventListener("hashchange", follow);
  if (location.hash) follow();

  /** Copies, by the old way where the new one is refused, as it may be for files. */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  by("claims").addEventListener("click", async (event) => {
    const button = event.target.closest(".copy");
    if (!button) return;
    const claim = button.closest(".claim");
    const pre = claim.querySelector("pre");
    const done = await copy(pre.textContent);
    if (!done) {
      // Left selected for the reader to copy.
      claim.querySelector(".cite").open = true;
      getSelection().selectAllChildren(pre);
    }
    button.focus();
    button.textContent = done ? "Copied" : "Press Ctrl+C";
    by("said").textContent = done ? `BibTeX of ${claim.id.slice(6)} copied` : "BibTeX selected";
    setTimeout(() => (button.textContent = "Copy BibTeX"), 2000);
  });

  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => {
    const theme = document.documentElement.dataset.theme;
    return theme ? theme === "dark" : system.matches;
  };
  const name = () => (by("theme").textContent = dark() ? "Light" : "Dark");
  by("theme").addEventListener("click", () => {
    const theme = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("admit-theme", theme);
    } catch {
      // It holds until the page is closed.
    }
    name();
  });
  system.addEventListener("change", name);
  name();

  // Where the reader is, in the contents.
  const links = new Map([...document.querySelectorAll(".toc a")].map((link) => [link.hash.slice(1), link]));
  const watch = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        const link = links.get(target.id);
        if (isIntersecting) {
          link.setAttribute("aria-current", "true");
          // On a phone the contents are one line, longer than the window.
          link.closest("ul").scrollLeft = link.offsetLeft - 16;
        } else {
          link.removeAttribute("aria-current");
        }
      }
    },
    { rootMargin: "-10% 0px -88% 0px" },
  );
  for (const id of links.keys()) watch.observe(by(id));
})();
