// Opens the page of a report in Chromium and looks whether it works.
//
//   node check.mjs INDEX_HTML FOLDER
//
// Screenshots go into FOLDER. CHROMIUM names another browser than /usr/bin/chromium.
// Everything that is wrong is said; the exit code is 1 if anything is.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [index, folder] = process.argv.slice(2).map((path) => resolve(path));
if (!index || !folder) {
  console.error("expected two arguments: the page, and a folder for screenshots");
  process.exit(2);
}
const address = pathToFileURL(index).href;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ledger = JSON.parse(readFileSync(new URL("../../../verification/ledger.json", import.meta.url), "utf8"));
const ids = ledger.entries.map((entry) => entry.id);
const wrong = [];

function expect(what, found, expected) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) wrong.push(`${what}: ${a}, not ${b}`);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

/** A page in a context of its own; whatever it complains of or asks for is wrong. */
async function open(name, options = {}, hash = "") {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(`${name}: console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`${name}: ${error}`));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) wrong.push(`${name}: asks for ${request.url()}`);
  });
  await page.goto(address + hash);
  return page;
}

const shot = (page, name, options = {}) => page.screenshot({ path: join(folder, `${name}.png`), ...options });
const shown = (page) => page.locator(".claim:not([hidden])").count();

/** Axe-core, on all of the page. */
async function accessible(page, name) {
  await page.addStyleTag({ content: "* { transition: none !important; }" });
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const kinds = {};
  for (const violation of found.violations) {
    kinds[violation.impact] = (kinds[violation.impact] || 0) + 1;
    const nodes = violation.nodes.slice(0, 3).map((node) => `${node.target.join(" ")}: ${node.failureSummary}`);
    const text = `axe, ${name}: ${violation.impact}: ${violation.id} (${violation.nodes.length}): ${nodes.join(" | ")}`;
    if (["serious", "critical"].includes(violation.impact)) wrong.push(text);
    else console.log(text);
  }
  console.log(`axe, ${name}: ${found.passes.length} rules pass; findings: ${JSON.stringify(kinds)}`);
}

async function content() {
  const page = await open("content");
  const found = await page.locator(".claim").evaluateAll((all) => all.map((one) => one.id.slice(6)));
  expect("claims", found, ids);
  for (const id of ["ledger", "stage", "paper", "distributions", "training", "overestimates", "sizes", "rate", "proofs", "timings"]) {
    expect(`section ${id}`, await page.locator(`section#${id}`).count(), 1);
    expect(`${id} in the contents`, await page.locator(`.toc a[href="#${id}"]`).count(), 1);
  }
  for (const [verdict, words] of [["refuted", "refuted"], ["proved", "proved"]]) {
    const count = ledger.entries.filter((entry) => entry.verdict === verdict).length;
    const text = await page.locator(`.count.v-${verdict} b`).textContent();
    expect(`claims that are ${words}`, Number(text), count);
  }
  expect("claims that this machine contradicts", await page.locator(".claim .alarm").count(), 0);
  expect("box plots", (await page.locator("#overestimates .box").count()) > 10, true);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const loaded = await page.evaluate(() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd);
  console.log(`first contentful paint after ${Math.round(paint)} ms, ready after ${Math.round(loaded)} ms`);
  await shot(page, "light");
  await page.locator("#claim-reopening-bound").scrollIntoViewIfNeeded();
  await page.locator("#claim-reopening-bound summary").first().click();
  await shot(page, "claim");
  for (const id of ["paper", "distributions", "training", "overestimates", "sizes", "rate", "proofs", "timings"]) {
    await page.evaluate((id) => document.getElementById(id).scrollIntoView({ behavior: "instant" }), id);
    await shot(page, id);
  }
  await page.context().close();
}

async function filters() {
  const page = await open("filters");
  const count = (verdict) => ledger.entries.filter((entry) => entry.verdict === verdict).length;
  expect("claims without filters", await shown(page), ids.length);
  await page.locator('.count.v-refuted').click();
  await page.waitForFunction(() => location.hash.includes("refuted") && document.querySelector(".claim[hidden]"));
  expect("refuted claims", await shown(page), count("refuted"));
  await page.locator('input[name=verdict][value=proved]').check();
  expect("refuted and proved claims", await shown(page), count("refuted") + count("proved"));
  expect("the address", new URL(page.url()).hash, "#ledger?verdict=proved,refuted");
  const said = `${count("refuted") + count("proved")} of ${ids.length} claims`;
  expect("how many are shown, in words", await page.locator("#shown").textContent(), said);
  await page.locator("button[type=reset]").click();
  expect("claims after clearing", await shown(page), ids.length);
  let all = 0;
  for (const tier of ["quick", "full", "open"]) {
    await page.locator(`input[name=tier][value=${tier}]`).check();
    const found = await shown(page);
    expect(`claims of tier ${tier}`, found > 0, true);
    all += found;
    await page.locator(`input[name=tier][value=${tier}]`).uncheck();
  }
  expect("claims of all tiers", all, ids.length);
  await page.locator("#find").fill("reopening-bound-without");
  const found = await page.locator(".claim:not([hidden])").evaluateAll((list) => list.map((one) => one.id));
  expect("what a search finds", found.includes("claim-reopening-bound-without-reopening"), true);
  expect("what a search leaves out", found.length < 10, true);
  await page.locator("#find").fill("zzz");
  expect("a sentence where nothing fits", await page.locator("#none").isVisible(), true);
  // A link to a claim that filters hide shows it.
  await page.evaluate(() => (location.hash = "#claim-reopening-bound"));
  await page.waitForFunction(() => !document.getElementById("claim-reopening-bound").hidden);
  await page.context().close();
  const linked = await open("linked", {}, "#ledger?verdict=measured&q=network");
  expect("a linked view", await linked.locator("input[name=verdict]:checked").evaluateAll((all) => all.map((one) => one.value)), ["measured"]);
  expect("a linked search", await linked.locator("#find").inputValue(), "network");
  expect("claims of a linked view", (await shown(linked)) < count("measured") + 1, true);
  await linked.context().close();
}

async function citation() {
  const page = await open("citation", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator("#claim-reopening-bound .copy").click();
  await page.waitForFunction(() => document.getElementById("said").textContent);
  expect("what is announced", await page.locator("#said").textContent(), "BibTeX of reopening-bound copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect("what is copied", copied.startsWith(`@software{admit-${ledger.run.version}-reopening-bound,`), true);
  // Where a browser refuses its clipboard, the old way.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.locator("#claim-optimal-if-admissible .copy").click();
  await page.waitForFunction(() => document.getElementById("said").textContent.includes("optimal-if"));
  expect("copied the old way", await page.locator("#said").textContent(), "BibTeX of optimal-if-admissible copied");
  await page.locator("#claim-reopening-bound .cite summary").click();
  expect("the sentence", await page.locator("#claim-reopening-bound .cite p").isVisible(), true);
  await page.context().close();
}

async function stage() {
  const page = await open("stage");
  const text = (id) => page.locator(`#${id}`).textContent();
  const ended = () => page.locator("#theatre").evaluate((one) => one.dataset.end === "true");
  const scenes = await page.evaluate(() => JSON.parse(document.getElementById("scenes").textContent));
  await page.locator("#stage").scrollIntoViewIfNeeded();
  for (const [id, expansions] of [["martelli-3", 8], ["martelli-4", 16]]) {
    await page.selectOption("#scene", id);
    const scene = scenes.find((one) => one.id === id);
    for (let k = 0; k < 500 && !(await ended()); k += 1) await page.locator("#forward").click();
    expect(`${id}: expansions`, Number(await text("expansions")), expansions);
    expect(`${id}: cost`, Number(await text("found")), scene.optimal);
    expect(`${id}: the bound`, (await text("bound-with")).includes("holds"), true);
  }
  // Every scene, both ways, as it was recorded.
  for (const scene of scenes) {
    await page.selectOption("#scene", scene.id);
    for (const reopening of [true, false]) {
      await page.locator("#reopening").setChecked(reopening);
      await page.locator("#last").click();
      const run = reopening ? scene.with : scene.without;
      const name = `${scene.id}, ${reopening ? "with" : "without"} reopening`;
      expect(`${name}: expansions`, Number(await text("expansions")), run.expansions);
      expect(`${name}: reopenings`, Number(await text("reopenings")), run.reopenings);
      expect(`${name}: cost`, Number(await text("found")), run.cost);
      const bound = await text(reopening ? "bound-with" : "bound-without");
      const tight = run.lost === run.bound && run.bound > 0;
      expect(`${name}: bound`, bound.includes(`loss ${run.lost}, at most ${run.bound}: ${tight ? "tight" : "holds"}`), true);
      await shot(page, `stage-${scene.id}-${reopening ? "with" : "without"}`, { clip: await page.locator("#theatre").boundingBox() });
    }
    await page.locator("#reopening").setChecked(true);
  }
  expect("closed and left closed", await page.evaluate(() => {
    document.getElementById("scene").value = "valenzano-4-2";
    document.getElementById("scene").dispatchEvent(new Event("change"));
    document.getElementById("reopening").click();
    document.getElementById("last").click();
    return document.getElementById("log").textContent.includes("but closed: left closed");
  }), true);
  // The keyboard.
  await page.selectOption("#scene", "martelli-3");
  await page.locator("#reopening").setChecked(true);
  await page.locator("#theatre").focus();
  const at = () => page.locator("#theatre").evaluate((one) => Number(one.dataset.at));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  expect("after three keys to the right and one to the left", await at(), 2);
  await page.keyboard.press("End");
  expect("after the key End", await ended(), true);
  await page.keyboard.press("Home");
  expect("after the key Home", await at(), 0);
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.getElementById("theatre").dataset.at) > 0);
  await page.keyboard.press("Space");
  expect("what the button says after a pause", await page.locator("#play").getAttribute("aria-label"), "Play");
  await page.keyboard.press("Home");
  for (let k = 0; k < 17; k += 1) await page.keyboard.press("ArrowRight");
  await shot(page, "stage", { clip: await page.locator("#theatre").boundingBox() });
  await page.context().close();
}

/** That nothing is wider than the window. */
async function narrow(page, name) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(`${name}: width`, wide <= window, true);
}

async function looks() {
  const light = await open("light");
  await accessible(light, "light");
  await narrow(light, "light");
  await light.locator("#theme").click();
  expect("the button for dark", await light.evaluate(() => document.documentElement.dataset.theme), "dark");
  await light.reload();
  expect("dark is remembered", await light.evaluate(() => document.documentElement.dataset.theme), "dark");
  await light.context().close();
  const dark = await open("dark", { colorScheme: "dark" });
  await shot(dark, "dark");
  const paper = await dark.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect("paper in the dark", paper, "rgb(21, 24, 28)");
  await dark.locator("#overestimates").scrollIntoViewIfNeeded();
  await shot(dark, "dark-boxes");
  await dark.evaluate(() => document.getElementById("stage").scrollIntoView({ behavior: "instant" }));
  await shot(dark, "dark-stage");
  await accessible(dark, "dark");
  await dark.context().close();
  const phone = await open("phone", { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  await shot(phone, "phone");
  for (const id of ["ledger", "stage", "overestimates", "proofs"]) {
    await phone.evaluate((id) => document.getElementById(id).scrollIntoView({ behavior: "instant" }), id);
    await shot(phone, `phone-${id}`);
  }
  await accessible(phone, "phone");
  await phone.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  await narrow(phone, "phone");
  await phone.context().close();
}

async function without_scripts() {
  const page = await open("without scripts", { javaScriptEnabled: false });
  expect("claims without scripts", await page.locator(".claim .statement").count(), ids.length);
  expect("a claim is seen without scripts", await page.locator("#claim-reopening-bound").isVisible(), true);
  expect("filters without scripts", await page.locator("#filters").isVisible(), false);
  await page.context().close();
}

async function keyboard() {
  const page = await open("keyboard");
  await page.keyboard.press("Tab");
  expect("first with the keyboard", await page.evaluate(() => document.activeElement.className), "skip");
  await page.context().close();
}

for (const part of [content, filters, citation, stage, looks, without_scripts, keyboard]) {
  try {
    await part();
  } catch (error) {
    wrong.push(`${part.name}: ${error.stack}`);
  }
}
await browser.close();
if (wrong.length) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
console.log("the page works");
