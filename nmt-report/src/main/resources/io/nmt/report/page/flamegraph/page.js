(() => {
  'use strict';

  const ROW_PIXELS = 18;
  const ANIMATION_MILLIS = 200;
  const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const JDK = /^(java|javax|jdk|sun|com\.sun)\./;

  const element = id => document.getElementById(id);
  const {title, difference, malloced, root} = JSON.parse(element('data').textContent);

  function bytes(count) {
    let value = Math.abs(count);
    let unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return `${count < 0 ? '\u2212' : ''}${value.toFixed(digits)} ${UNITS[unit]}`;
  }

  const signed = count => (count > 0 ? '+' : '') + bytes(count);
  const percent = part => `${(100 * part / root.v).toFixed(1)} %`;

  // Other tools' stacks do not tell.
  const blocks = data => data.k === undefined || isNaN(data.k) ? ''
      : `, ${data.k.toLocaleString('en')} ${data.k === 1 ? 'block' : 'blocks'}`;

  // Of a frame: its data, or the library's node around it.
  const growth = data => data.a - data.b;

  function figures(data) {
    return difference
        ? `${signed(growth(data))} (${bytes(data.b)} \u2192 ${bytes(data.a)})`
        : `${bytes(data.v)}, ${percent(data.v)}${blocks(data)}`;
  }

  /** Class and method without the package: the end of a name is what tells most. */
  function label(node) {
    const name = node.data.n;
    return node.depth < 2 ? name : name.split('.').slice(-2).join('.');
  }

  function mixed(from, to, share) {
    return `rgb(${from.map((start, i) => Math.round(start + (to[i] - start) * share)).join()})`;
  }

  /** One hue for each class, so that the eye finds it again. */
  function classColor(name) {
    let hash = 0;
    for (const character of name.slice(0, name.lastIndexOf('.'))) {
      hash = (31 * hash + character.codePointAt(0)) % 65521;
    }
    return `hsl(${16 + hash % 32} 88% ${66 + hash % 9}%)`;
  }

  function color(node) {
    if (node.highlight) {
      return '#e879f9';
    }
    if (difference) {
      const grown = growth(node.data);
      const share = node.data.v === 0 ? 0 : Math.abs(grown) / node.data.v;
      return mixed([236, 239, 242], grown > 0 ? [240, 98, 88] : [92, 150, 235], share);
    }
    if (node.depth === 0) {
      return '#d3dae2';
    }
    if (node.depth === 1) {
      return '#a9c5ea';
    }
    return JDK.test(node.data.n) ? '#e3e8ee' : classColor(node.data.n);
  }

  function depth(frame) {
    return 1 + (frame.c || []).reduce((most, child) => Math.max(most, depth(child)), 0);
  }

  function stacks(frame) {
    return frame.c ? frame.c.reduce((sum, child) => sum + stacks(child), 0) : 1;
  }

  function addLegend(background, text) {
    const sample = document.createElement('i');
    sample.style.background = background;
    const entry = document.createElement('span');
    entry.append(sample, text);
    element('legend').append(entry);
  }

  const contentWidth = () => element('chart').clientWidth;

  element('title').textContent = title;
  if (root.v === 0) {
    element('total').textContent = difference ? 'There is no difference.' : 'Nothing is live.';
    element('controls').hidden = true;
    element('controls').style.display = 'none';
    return;
  }
  element('total').textContent = difference
      ? `Live: ${bytes(root.b)} before, ${bytes(root.a)} after, ${signed(growth(root))}. Width: by how much each call stack changed. Estimated from samples.`
      : `${malloced ? 'Malloced and not freed' : 'Live'}: ${bytes(root.v)} by ${stacks(root)} call stacks, estimated from samples. Width: ${malloced ? 'these' : 'live'} bytes.`;
  if (difference) {
    addLegend('rgb(240,98,88)', 'grown');
    addLegend('rgb(92,150,235)', 'shrunk');
  } else {
    addLegend('#a9c5ea', malloced ? 'library' : 'category');
    addLegend('hsl(28 88% 70%)', 'application');
    addLegend('#e3e8ee', 'JDK');
  }

  const chart = flameGraph.flamegraph()
      .width(contentWidth())
      .height(depth(root) * ROW_PIXELS)
      .cellHeight(ROW_PIXELS)
      .minFrameSize(1)
      .inverted(true)
      .transitionDuration(ANIMATION_MILLIS)
      .getName(label)
      .setLabelHandler(node => `${node.data.n}: ${figures(node.data)}`)
      .setDetailsElement(element('details'))
      .setDetailsHandler(text => element('details').textContent = text || '')
      .setSearchMatch((node, term) => node.data.n.toLowerCase().includes(term.toLowerCase()))
      .setSearchHandler(showFound)
      .setColorMapper(color)
      .onClick(node => element('reset').disabled = node.depth === 0);

  function showFound(nodes) {
    // What is above a frame that was found is in its figures already.
    const outermost = nodes.filter(node => !node.ancestors().slice(1).some(below => below.highlight));
    const sum = key => outermost.reduce((total, node) => total + node.data[key], 0);
    element('found').textContent = nodes.length === 0
        ? 'not found'
        : 'found: ' + figures(difference ? {a: sum('a'), b: sum('b')} : {v: sum('v'), k: sum('k')});
  }

  function search() {
    const term = element('search').value.trim();
    if (term) {
      chart.search(term);
    } else {
      element('found').textContent = '';
      chart.clear();
    }
  }

  flameGraph.select('#chart').datum(root).call(chart);
  element('search').addEventListener('input', search);
  element('reset').addEventListener('click', () => chart.resetZoom());
  window.addEventListener('resize', () => chart.width(contentWidth()).update());

  // By keyboard: Tab goes from frame to frame, Enter zooms, Escape zooms out, / goes to the search.
  const frames = () => document.querySelectorAll('#chart g.frame');
  const makeFocusable = () => frames().forEach(frame => frame.setAttribute('tabindex', '0'));
  new MutationObserver(makeFocusable).observe(element('chart'), {childList: true, subtree: true});
  makeFocusable();
  element('chart').addEventListener('focusin', event => {
    const node = event.target.__data__;
    element('details').textContent = node ? `${node.data.n}: ${figures(node.data)}` : '';
  });
  document.addEventListener('keydown', event => {
    const inSearch = event.target === element('search');
    if (event.key === 'Enter' && event.target.closest('#chart')) {
      event.target.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    } else if (event.key === 'Escape') {
      element('search').value = '';
      search();
      chart.resetZoom();
    } else if (event.key === '/' && !inSearch) {
      event.preventDefault();
      element('search').focus();
    }
  });
})();
