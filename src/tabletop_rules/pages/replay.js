
"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("data").textContent);
  const stage = find("stage");
  const slider = find("at");
  const list = find("steps");
  const items = [...list.children];
  const last = items.length - 1;
  const narrow = matchMedia("(max-width: 40rem)");

  // ---------------------------------------------------------------- pictures

  let pieces = null; // the texts that pictures are made of
  const unpacked = new Map(); // blocks by the name of the film and their number

  async function inflate(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).arrayBuffer();
  }

  async function unpack(film, number) {
    const name = `${film} ${number}`;
    if (!unpacked.has(name)) {
      unpacked.set(name, inflate(data.films[film][number]));
    }
    const buffer = await unpacked.get(name);
    const view = new DataView(buffer); // little-endian, whatever the machine is
    return data.bytes === 2
      ? (place) => view.getUint16(2 * place, true)
      : (place) => view.getUint32(4 * place, true);
  }

  async function picture(film, step) {
    pieces ??= inflate(data.pieces).then((buffer) => JSON.parse(new TextDecoder().decode(buffer)));
    const texts = await pieces;
    const block = Math.floor(step / data.block);
    const at = await unpack(film, block);
    let from = Math.min(data.block, last + 1 - block * data.block);
    for (let before = 0; before < step % data.block; before++) {
      from += at(before);
    }
    let svg = "";
    for (let place = from; place < from + at(step % data.block); place++) {
      svg += texts[at(place)];
    }
    return svg;
  }

  const parser = new DOMParser();

  async function show(step, eyes) {
    const films = data.eyes[narrow.matches ? "narrow" : "wide"][eyes];
    const pictures = await Promise.all(films.map((film) => picture(film, step)));
    if (step !== current || eyes !== viewer) {
      return; // somebody went on meanwhile
    }
    while (stage.children.length < films.length) {
      const figure = document.createElement("figure");
      figure.append(document.createElement("figcaption"), document.createElement("div"));
      stage.append(figure);
    }
    while (stage.children.length > films.length) {
      stage.lastElementChild.remove();
    }
    pictures.forEach((svg, place) => {
      const figure = stage.children[place];
      const parsed = parser.parseFromString(svg, "image/svg+xml").documentElement;
      figure.firstElementChild.textContent = data.captions[films[place]];
      figure.lastElementChild.replaceWith(document.importNode(parsed, true));
    });
    stage.classList.toggle("several", films.length > 1);
    stage.dataset.step = step;
    stage.dataset.eyes = eyes;
  }

  // ---------------------------------------------------------------- where we are

  let current = -1;
  let viewer = find("eyes").value;
  const now = find("now");
  const cursor = document.querySelector("#curve .cursor");
  const points = [...document.querySelectorAll("#legend b")];

  function go(step) {
    const wanted = Math.max(0, Math.min(last, step));
    if (wanted === current) {
      return;
    }
    items[current]?.removeAttribute("aria-current");
    current = wanted;
    update();
  }

  function update() {
    const item = items[current];
    item.setAttribute("aria-current", "step");
    keepInSight(item);
    slider.value = current;
    slider.setAttribute("aria-valuetext", `step ${current} of ${last}`);
    find("place").textContent = `${current} / ${last}`;
    find("first").disabled = find("back").disabled = current === 0;
    find("last").disabled = find("on").disabled = current === last;
    cursor.setAttribute("transform", `translate(${current} 0)`);
    data.scores[current].forEach((score, seat) => (points[seat].textContent = score));
    const told = item.querySelector(".told").cloneNode(true);
    told.querySelectorAll("[hidden]").forEach((other) => other.remove());
    now.replaceChildren(told);
    show(current, viewer).catch(complain);
  }

  function keepInSight(item) {
    const top = item.offsetTop;
    const bottom = top + item.offsetHeight;
    if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 3;
    }
  }

  function see(eyes) {
    viewer = eyes;
    list.querySelectorAll("[data-eyes]").forEach((version) => {
      version.hidden = !version.dataset.eyes.split(" ").includes(eyes);
    });
    update();
  }

  function complain(error) {
    pause();
    const old = typeof DecompressionStream === "undefined";
    find("trouble").textContent = old
      ? "This browser is too old to unpack the pictures: the last one is shown."
      : `The picture cannot be shown: ${error.message}`;
    find("trouble").hidden = false;
  }

  // ---------------------------------------------------------------- by itself

  let timer = 0;

  function play() {
    if (current === last) {
      go(0);
    }
    now.setAttribute("aria-live", "off"); // nobody can listen that quickly
    find("play").classList.add("going");
    find("play").setAttribute("aria-label", "Pause");
    tick();
  }

  function tick() {
    timer = setTimeout(() => {
      go(current + 1);
      if (current === last) {
        pause();
      } else {
        tick();
      }
    }, Number(find("speed").value));
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    now.setAttribute("aria-live", "polite");
    find("play").classList.remove("going");
    find("play").setAttribute("aria-label", "Play");
  }

  function turn() {
    if (timer) {
      pause();
    } else {
      play();
    }
  }

  function jump(step) {
    pause();
    go(step);
  }

  // ---------------------------------------------------------------- buttons, keys, clicks

  find("first").addEventListener("click", () => jump(0));
  find("back").addEventListener("click", () => jump(current - 1));
  find("on").addEventListener("click", () => jump(current + 1));
  find("last").addEventListener("click", () => jump(last));
  find("play").addEventListener("click", turn);
  slider.addEventListener("input", () => jump(Number(slider.value)));
  find("eyes").addEventListener("change", (event) => see(event.target.value));
  find("speed").addEventListener("change", () => {
    if (timer) {
      clearTimeout(timer);
      tick();
    }
  });

  const keys = {
    ArrowLeft: () => jump(current - 1),
    ArrowRight: () => jump(current + 1),
    Home: () => jump(0),
    End: () => jump(last),
    " ": turn,
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      hideTip();
    }
    const where = event.target.tagName;
    const taken = where === "SELECT" || (where === "BUTTON" && event.key === " ");
    if (taken || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) {
      return;
    }
    event.preventDefault();
    keys[event.key]();
  });

  list.addEventListener("click", (event) => {
    const item = event.target.closest("#steps > li");
    if (item && !event.target.closest(".rule")) {
      event.preventDefault();
      jump(items.indexOf(item));
    }
  });

  const curve = find("curve");

  function follow(event) {
    const box = curve.getBoundingClientRect();
    jump(Math.round(((event.clientX - box.left) / box.width) * last));
  }

  curve.addEventListener("pointerdown", (event) => {
    curve.setPointerCapture(event.pointerId);
    follow(event);
  });
  curve.addEventListener("pointermove", (event) => {
    if (event.buttons & 1) {
      follow(event);
    }
  });

  // ---------------------------------------------------------------- rules

  const tip = find("tip");
  let told = null; // the link whose rule is shown

  function showTip(link) {
    const rule = find(decodeURIComponent(link.hash.slice(1)));
    if (!rule || told === link) {
      return;
    }
    hideTip();
    told = link;
    tip.replaceChildren(...[...rule.children].map((part) => part.cloneNode(true)));
    tip.hidden = false;
    link.setAttribute("aria-describedby", "tip");
    const box = link.getBoundingClientRect();
    const left = Math.min(box.left, document.documentElement.clientWidth - tip.offsetWidth - 8);
    const below = box.bottom + 6;
    const above = box.top - 6 - tip.offsetHeight;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${below + tip.offsetHeight > innerHeight && above > 0 ? above : below}px`;
  }

  function hideTip() {
    told?.removeAttribute("aria-describedby");
    told = null;
    tip.hidden = true;
  }

  const ruleOf = (event) => event.target.closest?.("a.rule");
  for (const [begin, end] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
    document.addEventListener(begin, (event) => ruleOf(event) && showTip(ruleOf(event)));
    document.addEventListener(end, (event) => {
      if (ruleOf(event) && document.activeElement !== told) {
        hideTip();
      }
    });
  }
  document.addEventListener("click", (event) => {
    const link = ruleOf(event);
    if (link) {
      event.preventDefault();
      link.focus();
      showTip(link);
    } else if (told) {
      hideTip();
    }
  });
  addEventListener("scroll", hideTip, { capture: true, passive: true });

  // ---------------------------------------------------------------- the beginning

  function fromAddress() {
    const found = /^#step-(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : 0;
  }

  narrow.addEventListener("change", update);
  addEventListener("hashchange", () => jump(fromAddress()));
  document.documentElement.classList.add("live");
  current = Math.min(fromAddress(), last);
  items.forEach((item) => item.removeAttribute("id")); // or else the browser scrolls to it
  scrollTo(0, 0);
  find("controls").hidden = false;
  see(viewer);
})();
