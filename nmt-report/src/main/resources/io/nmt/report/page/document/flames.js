const ROW_PIXELS = 18;
const ANIMATION_MILLIS = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200;

/** Class and method without the package, and the line: the end of a name is what tells most. */
function frameLabel(node) {
  const name = node.data.n;
  if (node.depth < 2 || name.startsWith('(') || (samples.look.byThread && node.depth === 2)) {
    return name;
  }
  const line = /:(\d+)\)$/.exec(name);
  return methodOf(name).split('.').slice(-2).join('.') + (line ? `:${line[1]}` : '');
}

const JDK_COLOR = '#e3e8ee';
const LIBRARY_COLOR = '#bfe0c8';
const THREAD_COLOR = '#d5c8ef';

const mixed = (from, to, share) => `rgb(${from.map((begin, i) => Math.round(begin + (to[i] - begin) * share)).join()})`;

/** One hue for each class, so that the eye finds it again. */
function classColor(name) {
  const method = methodOf(name);
  let hash = 0;
  for (const character of method.slice(0, method.lastIndexOf('.'))) {
    hash = (31 * hash + character.codePointAt(0)) % 65521;
  }
  return `hsl(${16 + (hash % 32)} 88% ${66 + (hash % 9)}%)`;
}

/** The flame graph of a window, as the command flamegraph draws it. */
class Flames {
  /**
   * @param more is called when what was zoomed in on has more above it than is drawn
   * @param look is called with another look of the tree
   */
  constructor(more, look) {
    this.more = more;
    for (const [id, name] of Object.entries({inverted: 'inverted', 'by-thread': 'byThread', application: 'application'})) {
      element(id).addEventListener('change', event => {
        this.zoomed = [];
        look({[name]: event.target.checked});
      });
    }
    element('by-thread').parentElement.hidden = sides.every(side => list(side.threads).length === 0);
    this.box = element('flame-graph');
    this.zoomed = [];
    this.chart = flameGraph
      .flamegraph()
      .width(this.box.clientWidth)
      .height(ROW_PIXELS)
      .cellHeight(ROW_PIXELS)
      .minFrameSize(1)
      .inverted(true)
      .transitionDuration(0)
      .getName(frameLabel)
      .setLabelHandler(node => `${node.data.n}: ${this.figures(node.data)}`)
      .setDetailsElement(element('details'))
      .setDetailsHandler(text => (element('details').textContent = text || ''))
      .setSearchMatch((node, term) => node.data.n.toLowerCase().includes(term.toLowerCase()))
      .setSearchHandler(nodes => this.showFound(nodes))
      .setColorMapper(node => this.color(node))
      .onClick(node => this.wasZoomed(node));
    element('search').addEventListener('input', () => this.search());
    element('reset').addEventListener('click', () => this.resetZoom());
    this.box.addEventListener('keydown', event => this.key(event));
    this.box.addEventListener('focusin', event => this.focused(event.target.__data__));
    this.addLegend();
  }

  /** Another window; what was zoomed in on stays so if it is there. */
  show(root) {
    this.root = root;
    const depth = frame => 1 + list(frame.c).reduce((most, child) => Math.max(most, depth(child)), 0);
    const height = ROW_PIXELS * depth(root);
    const zoomed = this.zoomed;
    const focused = this.box.contains(document.activeElement) ? document.activeElement.__data__?.data.p : null;
    this.chart.transitionDuration(0).height(height);
    if (this.svg) {
      // Frames that are new are in their place at once.
      this.svg.querySelectorAll('g').forEach(frame => frame.remove());
      this.chart.update(root);
    } else {
      flameGraph.select(this.box).datum(root).call(this.chart);
      this.svg = this.box.querySelector('svg');
      this.svg.setAttribute('role', 'group');
      this.svg.setAttribute('aria-label', 'Flame graph of live bytes by category and call stack');
    }
    this.svg.setAttribute('height', height);
    if (element('search').value.trim()) {
      this.search();
    }
    const node = zoomed.length > 0 ? this.find(zoomed) : null;
    if (node) {
      this.chart.zoomTo(node);
    } else {
      this.wasZoomed(this.box.__data__);
    }
    this.settle();
    this.frames()
      .find(frame => frame.__data__.data.p === focused)
      ?.focus({preventScroll: true});
    this.chart.transitionDuration(ANIMATION_MILLIS);
  }

  /** The library sets widths and labels a picture later, which is too late for paper. */
  settle() {
    for (const frame of this.frames()) {
      frame.querySelector('rect').setAttribute('width', frame.getAttribute('width'));
      frame.querySelector('div').textContent = frame.getAttribute('name');
    }
  }

  fit(width = this.box.clientWidth) {
    this.chart.width(width);
    this.show(this.root);
  }

  find(places) {
    let node = this.box.__data__;
    for (const place of places) {
      node = node?.children?.find(child => child.data.p === place);
    }
    return node;
  }

  wasZoomed(node) {
    this.zoomed = node
      .ancestors()
      .reverse()
      .slice(1)
      .map(frame => frame.data.p);
    element('reset').disabled = node.depth === 0;
    this.makeFocusable();
    clearTimeout(this.later);
    // Once: what is not drawn then is narrower than a pixel.
    if (node.depth > 0 && node.data.x && this.widened !== node.data.p) {
      this.later = setTimeout(() => {
        this.widened = node.data.p;
        this.more();
      }, ANIMATION_MILLIS + 50);
    }
  }

  /** The place that is zoomed in on. */
  zoomedPlace() {
    return this.zoomed.at(-1) ?? 0;
  }

  resetZoom() {
    this.chart.resetZoom();
  }

  figures(data) {
    if (comparison) {
      return `${signed(data.a - data.b)} (${bytes(data.b)} \u2192 ${bytes(data.a)})`;
    }
    const off = samples.bySide[0].hasError && data.d > 0 ? ` \u00b1 ${bytes(Math.sqrt(data.d))}` : '';
    return `${bytes(data.v)}${off}, ${percent(data.v, this.root.v)}, ${counted(data.k, 'block')}`;
  }

  color(node) {
    if (node.highlight) {
      return '#e879f9';
    }
    if (comparison) {
      const grown = node.data.a - node.data.b;
      const share = node.data.v === 0 ? 0 : Math.abs(grown) / node.data.v;
      return mixed([236, 239, 242], grown > 0 ? [240, 98, 88] : [92, 150, 235], share);
    }
    if (node.depth === 0) {
      return '#d3dae2';
    }
    if (node.depth === 1) {
      return seriesByName.get(node.data.n)?.color ?? REST_COLOR;
    }
    if (samples.look.byThread && node.depth === 2) {
      return THREAD_COLOR;
    }
    return JDK.test(node.data.n) || node.data.n.startsWith('(')
      ? JDK_COLOR
      : LIBRARY_FRAMES.has(node.data.n)
        ? LIBRARY_COLOR
        : classColor(node.data.n);
  }

  addLegend() {
    const colors = comparison
      ? {grown: 'rgb(240,98,88)', shrunk: 'rgb(92,150,235)'}
      : {'category, as above': AREA_COLORS[0], application: 'hsl(28 88% 70%)', library: LIBRARY_COLOR, JDK: JDK_COLOR};
    for (const [text, color] of Object.entries(colors)) {
      element('legend').append(make('span', {}, swatch({color}), text));
    }
  }

  search(term = element('search').value.trim()) {
    if (term) {
      this.chart.search(term);
    } else {
      element('found').textContent = '';
      this.chart.clear();
    }
  }

  showFound(nodes) {
    // What is above a frame that was found is in its figures already.
    const outermost = nodes.filter(
      node =>
        !node
          .ancestors()
          .slice(1)
          .some(below => below.highlight),
    );
    const sum = key => outermost.reduce((total, node) => total + (node.data[key] ?? 0), 0);
    element('found').textContent =
      nodes.length === 0
        ? 'not found'
        : 'found: ' + this.figures({a: sum('a'), b: sum('b'), v: sum('v'), k: sum('k'), d: sum('d')});
  }

  // By keyboard: Tab goes to the graph, arrows from frame to frame, Enter zooms, Escape zooms out.

  frames() {
    return [...this.box.querySelectorAll('g.frame')];
  }

  makeFocusable() {
    const frames = this.frames();
    const focused = frames.includes(document.activeElement) ? document.activeElement : frames[0];
    for (const frame of frames) {
      frame.setAttribute('tabindex', frame === focused ? '0' : '-1');
      frame.setAttribute('role', 'button');
    }
  }

  focused(node) {
    element('details').textContent = node ? `${node.data.n}: ${this.figures(node.data)}` : '';
  }

  key(event) {
    const node = event.target.__data__;
    if (!node?.data || event.target === this.box) {
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.target.dispatchEvent(new MouseEvent('click', {bubbles: true}));
      event.preventDefault();
      return;
    }
    const siblings = node.parent?.children ?? [node];
    const next = {
      ArrowDown: node.children?.[0],
      ArrowUp: node.parent,
      ArrowLeft: siblings[siblings.indexOf(node) - 1],
      ArrowRight: siblings[siblings.indexOf(node) + 1],
    }[event.key];
    const frame = next && this.frames().find(other => other.__data__ === next);
    if (frame) {
      event.target.setAttribute('tabindex', '-1');
      frame.setAttribute('tabindex', '0');
      frame.focus();
    }
    if (event.key.startsWith('Arrow')) {
      event.preventDefault();
    }
  }
}

/** Null where there are no samples. */
let flames = null;
