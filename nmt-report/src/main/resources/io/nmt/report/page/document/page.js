(() => {
  /** Steps of the sliders. */
  const STEPS = 2000;
  /** The width of A4 less its margins, at 96 dots an inch. */
  const PAPER_PIXELS = 700;

  function position(step) {
    const at = span.from + ((span.to - span.from) * step) / STEPS;
    return step === 0 || step === STEPS || comparison ? at : bucketed(at);
  }

  const [fromSlider, toSlider] = [element('from'), element('to')];
  const chosen = {from: 0, to: STEPS};
  const range = () => ({from: position(chosen.from), to: position(chosen.to)});
  const anySamples = samples.bySide.some(read => read.rows > 0);
  const anyTimes = seriesByName.size > 0 && sides.some(side => list(side.times).length > 0);
  const charts = [];
  let seriesTable = null;
  let sitesTable = null;

  const isWhole = () => chosen.from === 0 && chosen.to === STEPS;

  /** To the scale of the areas: next to RSS they may be too low to be seen. */
  function showAreasAlone() {
    const alone = element('areas').getAttribute('aria-pressed') === 'false';
    for (const {name, area} of seriesByName.values()) {
      hiddenSeries[alone && !area ? 'add' : 'delete'](name);
    }
    element('areas').setAttribute('aria-pressed', alone);
    drawCharts();
    seriesTable.draw();
  }

  function drawCharts() {
    const most = Math.max(
      1,
      ...sides.flatMap(side => [
        ...stack(side).map(area => highest(area.top)),
        ...shownLines().map(line => highest(valuesOf(side, line.name))),
      ]),
    );
    charts.forEach(chart => chart.draw(most, range()));
  }

  /** The track is as long as the time axis is. */
  function alignSliders({plot}) {
    const half = 8;
    element('track').style.marginLeft = `${plot.over.offsetLeft - half}px`;
    element('track').style.width = `${plot.over.clientWidth + 2 * half}px`;
  }

  function addSeriesTable() {
    const toggle = (cell, row) => {
      if (!row.series || moment) {
        cell.textContent = row.name;
        return;
      }
      const box = make('input', {type: 'checkbox'});
      box.checked = !hiddenSeries.has(row.name);
      box.addEventListener('change', () => {
        hiddenSeries[box.checked ? 'delete' : 'add'](row.name);
        drawCharts();
      });
      cell.append(make('label', {}, box, swatch(row.series), make('span', {}, row.name)));
    };
    const name = {title: 'Series', value: row => row.name, fill: toggle};
    const seriesChange = title =>
      changeColumn(
        title,
        row => row.change,
        (change, row) => (row.plain ? number(change) : bytes(change)),
      );
    const figure = (title, which, hint) => ({
      ...bytesColumn(title, row => row[which], hint),
      text: row => (row.plain ? number(row[which]) : bytes(row[which])),
    });
    seriesTable = new Table(
      element('series'),
      moment ? 'By series' : comparison ? 'Before and after, at the end of the window' : 'In the window',
      comparison
        ? [name, figure('Before', 'first'), figure('After', 'last'), seriesChange('Difference')]
        : moment
          ? [name, figure('Then', 'last')]
          : [
              name,
              figure('At its start', 'first'),
              figure('At its end', 'last'),
              seriesChange('Change'),
              figure('Most', 'most', 'The highest in the whole time'),
            ],
    );
  }

  function seriesRows({from, to}) {
    const [first, firstAt] = comparison ? [before, to] : [after, from];
    const row = (name, series, valueIn, most, plainNumber) => {
      const [was, is] = [valueIn(first, firstAt, !comparison), valueIn(after, to)];
      return {
        name,
        series,
        first: was,
        last: is,
        change: known(was) && known(is) ? is - was : null,
        most,
        plain: plainNumber,
      };
    };
    const rowOf = series =>
      row(
        series.name,
        series,
        (side, at, isFirst) => {
          const values = valuesOf(side, series.name);
          if (isFirst && isOneReading(values)) {
            return null;
          }
          // A category that was never used is left out of a recording.
          return valueAt(side, values, at) ?? (series.area && known(trackedAt(side, at)) ? 0 : null);
        },
        highest(valuesOf(after, series.name)),
      );
    const all = [...seriesByName.values()];
    const areas = all
      .filter(series => series.area)
      .map(rowOf)
      .sort((one, other) => (other.last ?? 0) - (one.last ?? 0));
    const counts = [
      ...new Set(
        sides
          .flatMap(side => list(side.series))
          .filter(series => series.unit === 'count')
          .map(series => series.name),
      ),
    ];
    return [
      ...all.filter(series => !series.area).map(rowOf),
      ...(areas.length > 1 ? [row('All categories', null, trackedAt, highest(trackedBySide.get(after)))] : []),
      ...areas,
      ...counts.map(name =>
        row(name, null, (side, at) => valueAt(side, valuesOf(side, name), at), highest(valuesOf(after, name)), true),
      ),
    ];
  }

  function addSitesTable() {
    const names = [textColumn('Allocated at', row => row.site), textColumn('Category', row => row.category)];
    const exact = sides.every(side => side.samplesExact === true);
    const hasError = samples.bySide.every(read => read.hasError);
    const off = hasError && !exact ? [errorColumn(row => Math.sqrt(row.variance))] : [];
    sitesTable = new Table(
      element('window-sites'),
      samples.timeless ? 'By call site' : 'By call site, in the window',
      comparison
        ? [
            ...names,
            bytesColumn('Before', row => row.before),
            bytesColumn('After', row => row.after),
            changeColumn('Difference', row => row.after - row.before),
          ]
        : [
            ...names,
            bytesColumn('Bytes', row => row.after),
            ...off,
            {title: 'Share', value: row => row.after, number: true, text: row => percent(row.after, row.total)},
            countColumn('Blocks', row => row.count),
          ],
    );
  }

  /** All of a window from one pass through the samples, so that headline, table and flame graph agree. */
  function showWindow() {
    const {from, to} = range();
    fromSlider.value = chosen.from;
    toSlider.value = chosen.to;
    for (const [slider, output, at] of [
      [fromSlider, 'from-time', from],
      [toSlider, 'to-time', to],
    ]) {
      slider.setAttribute('aria-valuetext', positionText(at));
      element(output).textContent = positionText(at);
    }
    element('whole').disabled = isWhole();
    charts.forEach(chart => chart.showWindow({from, to}));
    seriesTable?.show(seriesRows({from, to}));
    if (!anySamples) {
      return;
    }
    const sums = samples.window(from, to);
    const rows = samples.bySite(sums);
    const total = sums.at(-1).bytes[0];
    rows.forEach(row => (row.total = total));
    sitesTable.show(rows);
    element('window-figures').replaceChildren(...headline(sums, rows.length, from, to));
    drawFlames(sums);
  }

  function drawFlames(sums) {
    const tree = samples.tree(sums, element('flame-graph').clientWidth, flames.zoomedPlace());
    element('flames').hidden = tree.v === 0;
    if (tree.v > 0) {
      flames.show(tree);
    }
  }

  function headline(sums, sites, from, to) {
    const last = sums.at(-1);
    const when =
      moment || samples.timeless
        ? ''
        : isWhole()
          ? `The whole time, ${duration(to - from)}: `
          : `${positionText(from)} to ${positionText(to)}, ${duration(to - from)}: `;
    if (comparison) {
      const [was, is] = sums.map(side => side.bytes[0]);
      const off = samples.bySide.every(read => read.hasError) ? Math.sqrt(sums[0].variance[0] + last.variance[0]) : 0;
      return [
        when,
        make('b', {}, signed(is - was)),
        off > 0 ? ` \u00b1 ${bytes(off)}` : '',
        `, from ${bytes(was)} before to ${bytes(is)} after, at ${counted(sites, 'call site')}.`,
      ];
    }
    if (last.bytes[0] === 0) {
      return [when, 'nothing of what was sampled in it is still live at its end.'];
    }
    const off =
      samples.bySide[0].hasError && last.variance[0] > 0 ? ` \u00b1 ${bytes(Math.sqrt(last.variance[0]))}` : '';
    const earlier =
      last.earlier > 0 && !samples.timeless
        ? ` Of it, ${bytes(last.earlier)} were allocated before the recording.`
        : '';
    return [
      when,
      make('b', {}, bytes(last.bytes[0])),
      `${off} in ${counted(last.count[0], 'block')}, by ${counted(sites, 'call site')}.${earlier}`,
    ];
  }

  let requested = 0;

  /** At the most once for each picture of the screen. */
  function choose(from, to) {
    chosen.from = Math.max(0, Math.min(STEPS, from));
    chosen.to = Math.max(chosen.from, Math.min(STEPS, to));
    requested ||= requestAnimationFrame(() => {
      requested = 0;
      showWindow();
    });
  }

  const stepOf = at => (STEPS * (at - span.from)) / (span.to - span.from);

  function timesNote() {
    if (!anyTimes) {
      return ofProcess
        ? 'There are no figures over time: the history begins 10 s after tracking, if it is not off (history=off).'
        : 'There are no figures over time: the recording has no nmt.NativeMemoryUsage.';
    }
    const committed = 'memory of Java code outside the heap, as requested: not all of it need be in RSS.';
    return moment
      ? `Only one moment is known. Categories are ${committed}`
      : (comparison ? 'Both recordings from their start, to the same scale. ' : '') +
          `Areas, one upon the other: ${committed} ` +
          'Drag over the chart, or move the sliders, to choose a window of time.';
  }

  function addTimes() {
    if (moment) {
      element('time-title').textContent = 'Memory at that moment';
    }
    element('time-note').textContent = timesNote();
    if (anyTimes) {
      addSeriesTable();
    }
    if (anyTimes && !moment) {
      charts.push(
        ...sides.map(
          (side, i) =>
            new Chart(
              element('charts'),
              side,
              comparison ? `${['Before', 'After'][i]}: ${side.name ?? ''}` : '',
              (from, to) => choose(Math.floor(stepOf(from)), Math.ceil(stepOf(to))),
              alignSliders,
            ),
        ),
      );
    }
    element('areas').hidden = charts.length === 0;
    element('areas').setAttribute('aria-pressed', areasAreLow);
    element('areas').addEventListener('click', showAreasAlone);
    element('sliders').hidden = moment || (!anyTimes && !anySamples);
    [fromSlider, toSlider].forEach(slider => (slider.max = STEPS));
    // Neither passes the other: what is reached is pushed along.
    fromSlider.addEventListener('input', () => choose(+fromSlider.value, Math.max(chosen.to, +fromSlider.value)));
    toSlider.addEventListener('input', () => choose(Math.min(chosen.from, +toSlider.value), +toSlider.value));
    element('whole').addEventListener('click', () => choose(0, STEPS));
  }

  function addWindow() {
    if (moment || (anySamples && samples.timeless)) {
      element('window-title').textContent = 'Live, by call stack';
    }
    element('flames').hidden = !anySamples;
    if (!anySamples) {
      element('window-figures').textContent =
        ofProcess
          ? 'No call stacks are known: no live block was sampled, or the agent runs with sample=0.'
          : 'There are no samples of allocations (nmt.NativeAllocationSample): the agent ran with sample=0, or the ' +
            'settings leave them out.';
      return;
    }
    const words = sides.map(
      (side, i) =>
        (comparison ? `${['Before', 'After'][i]}: ` : '') +
        (side.samplesExact === true
          ? 'Exact: every block was sampled.'
          : side.samplesNote
            ? `${side.samplesNote.replace(/\.$/, '')}.`
            : 'Estimates from samples.'),
    );
    const began = sides
      .filter(side => known(side.samplesFrom) && side.samplesFrom > start(side) + 1000)
      .map(side => ` Samples begin at ${timeOf(side.samplesFrom)}.`);
    element('window-note').textContent =
      [...new Set(words)].join(' ') +
      began.join('') +
      (jdksDiffer ? ' The recordings are of two JDKs: call stacks are without its frames.' : '') +
      (comparison ? ' Width: by how much each call stack changed.' : ' Width: live bytes.');
    addSitesTable();
    const draw = () => drawFlames(samples.window(range().from, range().to));
    flames = new Flames(draw, look => {
      samples = new Samples({...samples.look, ...look});
      draw();
    });
  }

  function onPaper() {
    document.documentElement.classList.add('paper');
    document.querySelectorAll('details').forEach(details => (details.open = true));
    tables.forEach(table => table.draw(true));
    fit(PAPER_PIXELS);
  }

  function onScreen() {
    document.documentElement.classList.remove('paper');
    tables.forEach(table => table.draw());
    fit();
  }

  /** What is drawn, to the width of the screen or of paper. */
  function fit(width) {
    charts.forEach(chart => chart.fit(width));
    if (flames && !element('flames').hidden) {
      flames.fit(width);
    }
  }

  addWindow();
  addTimes();
  addSuspects();
  addWaterfall();
  addPools();
  addLists();
  addMarks();
  addNotes();
  addNavigation();
  addHeader();
  addCards();
  drawCharts();
  showWindow();

  window.addEventListener('resize', () => fit());
  window.addEventListener('beforeprint', onPaper);
  window.addEventListener('afterprint', onScreen);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => fit());
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && flames) {
      element('search').value = '';
      flames.search();
      flames.resetZoom();
    } else if (event.key === '/' && !event.target.closest('input') && flames) {
      event.preventDefault();
      element('search').focus();
    }
  });
})();
