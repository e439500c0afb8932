const URGENCIES = {urgent: 'Urgent', warning: 'Warning', note: 'Note', good: 'Good', unknown: 'Not known'};
const ACCURACIES = {exact: 'exact', bounded: 'at most', estimate: 'estimate'};
/** So many suspects have a curve of their own; all are in the table. */
const MOST_CURVES = 8;
const CURVE = {width: 220, height: 48};

function addHeader() {
  element('title').textContent = report.title ?? 'Native memory';
  const process = report.process ?? {};
  const times = sides.map((side, i) => (comparison ? `${['before', 'after'][i]}: ${side.name ?? ''}, ` : '')
      + (span.to > span.from || end(side) > start(side)
          ? `${dateOf(start(side))}, ${timeText(start(side))} to ${end(side) - start(side) >= 86_400_000 ? dateOf(end(side)) + ', ' : ''}${timeText(end(side))} (${duration(end(side) - start(side))})`
          : start(side) > 0 ? `${dateOf(start(side))}, ${timeText(start(side))}` : 'the time is not known'));
  element('about').textContent = [
    ...times, `times in ${zone}`, process.pid && `process ${process.pid}`, process.jdk && `JDK ${process.jdk}`, process.command,
    known(report.made) && `made ${dateOf(report.made)}, ${secondOf(report.made)}`,
  ].filter(Boolean).join(' \u00b7 ');
}

const timeText = time => short ? milliOf(time) : secondOf(time);

function addCards() {
  const place = element('verdicts');
  const cards = side => list(side.cards).map(card => {
    const urgency = own(URGENCIES, card.urgency) ? card.urgency : 'unknown';
    const target = /^#[a-z-]+$/.test(card.target ?? '') && document.querySelector(card.target) ? card.target : null;
    return make('li', {class: urgency}, make('b', {}, URGENCIES[urgency]), make('span', {}, card.text ?? ''),
        target && make('a', {href: target}, `see ${target.slice(1)}`));
  });
  const all = cards(after);
  place.append(make('ul', {class: 'cards'}, ...all));
  if (all.length === 0) {
    place.append(make('p', {class: 'note'}, 'There are no verdicts: what is known is below.'));
  }
  if (comparison && list(before.cards).length > 0) {
    place.append(make('details', {}, make('summary', {}, `Verdicts of ${before.name ?? 'before'} (${before.cards.length})`),
        make('ul', {class: 'cards'}, ...cards(before))));
  }
  place.append(facts());
}

/** The last value that is known, and of a time up to then. */
function valueAt(side, values, position) {
  const time = position + originOf(side);
  const times = list(side.times);
  let found = null;
  for (let i = 0; i < times.length && (times[i] <= time || found === null); i++) {
    found = known(values[i]) ? values[i] : found;
  }
  return found;
}

const lastOf = (side, name) => valueAt(side, valuesOf(side, name), end(side) - originOf(side));

/** What is in use together at a position; null if no category is known. */
function trackedAt(side, position) {
  const values = list(side.series).filter(series => series.kind === 'category').map(series => valueAt(side, list(series.bytes), position));
  return values.some(known) ? values.reduce((sum, value) => sum + (value ?? 0), 0) : null;
}

/** The figures of the end, large: what a look at the page is for. */
function facts() {
  const entries = [];
  const add = (title, valueIn, more) => {
    const [was, is] = [comparison ? valueIn(before) : null, valueIn(after)];
    if (known(is) || known(was)) {
      entries.push(make('div', {}, make('dt', {}, title), make('dd', {}, bytes(is)),
          make('dd', {class: 'more'}, comparison ? `before ${bytes(was)}${known(is) && known(was) ? `, ${signed(is - was)}` : ''}` : more(is))));
    }
  };
  const since = (is, first) => known(first) && span.to > span.from ? `${signed(is - first)} since the start` : '';
  const grown = name => is => since(is, valueAt(after, valuesOf(after, name), span.from));
  const limit = lastOf(after, 'Limit');
  add('RSS at the end', side => lastOf(side, 'RSS'), is => known(limit) ? `${percent(is, limit)} of the limit, ${bytes(limit)}` : grown('RSS')(is));
  const tracked = side => trackedAt(side, end(side) - originOf(side));
  add('Outside the heap, by Java code', tracked, is => since(is, trackedAt(after, span.from)));
  const largest = [...seriesByName.values()].filter(series => series.area)
      .reduce((most, {name}) => (lastOf(after, name) ?? 0) > (most ? lastOf(after, most) : 0) ? name : most, null);
  if (largest !== null) {
    add(`Most of it: ${largest}`, side => lastOf(side, largest), grown(largest));
  }
  add('Heap, committed', side => lastOf(side, 'Heap committed'), () => known(lastOf(after, 'Heap used')) ? `${bytes(lastOf(after, 'Heap used'))} of it in use` : '');
  return make('dl', {id: 'facts'}, ...entries);
}

/** A section with a heading, before the foot. */
function sectionOf(id, title, note) {
  const made = make('section', {id, 'aria-labelledby': `${id}-title`}, make('h2', {id: `${id}-title`}, title));
  if (note) {
    made.append(make('p', {class: 'note'}, note));
  }
  element('main').append(made);
  return made;
}

/**
 * A table of what a list of the recording has; of two recordings each row with before, after and the difference of the first
 * figure, and the difference of the others. Without the list there is no section.
 */
function addTable({id, parent, title, note, empty, field, rows = side => side[field], key, names, figures, order = true}) {
  if (sides.every(side => !Array.isArray(rows(side)))) {
    return null;
  }
  const place = parent ?? sectionOf(id, title, note);
  if (sides.every(side => list(rows(side)).length === 0)) {
    place.append(make('p', {}, empty));
    return place;
  }
  if (!comparison) {
    new Table(place, title, [...names, ...figures], !parent).show(rows(after));
    return place;
  }
  const pairs = new Map();
  sides.forEach((side, i) => list(rows(side)).forEach(row => {
    const pair = pairs.get(key(row)) ?? {any: row};
    pair[i === 0 ? 'before' : 'after'] = pair.any = row;
    pairs.set(key(row), pair);
  }));
  // A row that one side does not have is nothing there; a list that it does not have is not known.
  const of = (column, which) => pair => pair[which] ? column.value(pair[which]) : Array.isArray(rows(report[which])) ? 0 : null;
  const difference = column => pair => {
    const [was, is] = [of(column, 'before')(pair), of(column, 'after')(pair)];
    return known(was) && known(is) ? is - was : null;
  };
  const [main, ...others] = figures.filter(column => column.number && !column.single);
  const format = main.plain ? number : bytes;
  const figure = (heading, which) => ({title: heading, number: true, value: of(main, which), text: pair => format(of(main, which)(pair))});
  const columns = [
    ...names.map(column => ({...column, value: pair => column.value(pair.any), fill: column.fill && ((cell, pair) => column.fill(cell, pair.any))})),
    figure(`${main.title} before`, 'before'),
    figure(`${main.title} after`, 'after'),
    changeColumn('Difference', difference(main), format),
    ...others.map(column => changeColumn(`${column.title}, difference`, difference(column), column.plain ? number : bytes)),
  ];
  const weight = pair => Math.abs(difference(main)(pair) ?? 0);
  const all = [...pairs.values()];
  new Table(place, title, columns, !parent).show(order ? all.sort((one, other) => weight(other) - weight(one)) : all);
  return place;
}

const plain = column => ({...column, plain: true});

/** A small curve, as SVG: its words are beside it. */
function curve(suspect) {
  const points = list(suspect.times).map((time, i) => [time, list(suspect.curve)[i]]).filter(([time, value]) => known(time) && known(value));
  if (points.length < 2) {
    return null;
  }
  const most = Math.max(1, ...points.map(point => point[1]));
  const [first, last] = [points[0][0], points.at(-1)[0]];
  const svg = 'http://www.w3.org/2000/svg';
  const place = ([time, value]) => `${(CURVE.width * (time - first) / Math.max(1, last - first)).toFixed(1)},${(CURVE.height - 2 - (CURVE.height - 4) * value / most).toFixed(1)}`;
  const drawing = document.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', `0 0 ${CURVE.width} ${CURVE.height}`);
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', `From ${bytes(points[0][1])} at ${timeOf(first)} to ${bytes(points.at(-1)[1])} at ${timeOf(last)}`);
  const line = document.createElementNS(svg, 'polyline');
  line.setAttribute('points', points.map(place).join(' '));
  drawing.append(line);
  return make('figure', {}, drawing, make('figcaption', {}, `${timeOf(first)} to ${timeOf(last)}, up to ${bytes(most)}`));
}

const growthText = (growth, off) => known(growth) ? `${signed(growth)} a minute${known(off) && off > 0 ? ` \u00b1 ${bytes(off)}` : ''}` : 'how fast is not known';

function addSuspects() {
  if (sides.every(side => !Array.isArray(side.suspects))) {
    return;
  }
  const place = sectionOf('suspects', 'Leak suspects', 'Call sites whose live bytes rise steadily, beyond chance. A cache that fills rises, too, until it is full.');
  const all = list(after.suspects);
  all.slice(0, MOST_CURVES).forEach((suspect, i) => {
    const was = comparison && list(before.suspects).find(other => other.site === suspect.site && other.category === suspect.category);
    const find = make('button', {type: 'button'}, 'Find in the flame graph');
    find.addEventListener('click', () => {
      element('search').value = methodOf(suspect.site ?? '');
      flames?.search();
      element('window').scrollIntoView();
      element('search').focus();
    });
    place.append(make('article', {class: 'suspect'},
        make('div', {},
            make('h3', {}, `${i + 1}. ${suspect.site ?? UNKNOWN}`),
            make('p', {}, `${bytes(suspect.bytes)} ${suspect.error === 0 ? '(exact)' : error(suspect.error)} of ${suspect.category ?? UNKNOWN}, ${growthText(suspect.growthPerMinute, suspect.growthError)}`
                + (known(suspect.since) ? `, since about ${timeOf(suspect.since)}` : '')),
            suspect.sentence ? make('p', {}, suspect.sentence) : null,
            comparison ? make('p', {class: 'note'}, !was ? 'Before: no suspect.' : `Before: ${bytes(was.bytes)}, ${growthText(was.growthPerMinute, was.growthError)}.`) : null,
            flames ? find : null),
        make('div', {class: 'curves'}, curve(suspect), was ? curve(was) : null)));
  });
  if (comparison || all.length > MOST_CURVES || all.length === 0) {
    addTable({
      parent: place,
      title: 'Leak suspects',
      field: 'suspects',
      empty: 'None: no call site rises steadily, or it is too early to tell; the verdicts say which.',
      key: row => JSON.stringify([row.site, row.category]),
      names: [textColumn('Allocated at', row => row.site), textColumn('Category', row => row.category)],
      figures: [bytesColumn('Bytes', row => row.bytes), errorColumn(row => row.error), bytesColumn('Growth/min', row => row.growthPerMinute), errorColumn(row => row.growthError)],
    });
  }
}

function addWaterfall() {
  const isTotal = row => row.component === 'RSS';
  const lines = side => Array.isArray(side.waterfall) ? side.waterfall.filter(row => !isTotal(row)) : null;
  const rss = list(after.waterfall).find(isTotal)?.resident
      ?? list(lines(after)).filter(row => !row.depth).reduce((sum, row) => sum + (row.resident ?? 0), 0);
  const begins = new Map();
  let sum = 0;
  let part = 0;
  for (const row of list(lines(after))) {
    begins.set(row, row.depth ? part : sum);
    // Parts begin where the line above them does.
    part = row.depth ? part + (row.resident ?? 0) : sum;
    sum += row.depth ? 0 : row.resident ?? 0;
  }
  const bar = {
    title: 'Up to RSS',
    value: row => row.resident,
    fill: (cell, row) => {
      cell.className = 'bar';
      const mark = make('i', {class: row.accuracy === 'exact' ? '' : 'unsure'});
      mark.style.marginLeft = `${100 * (begins.get(row) ?? 0) / Math.max(1, rss)}%`;
      mark.style.width = `${Math.max(0, 100 * (row.resident ?? 0) / Math.max(1, rss))}%`;
      cell.append(mark);
    },
  };
  const component = {title: 'Component', value: row => row.component, fill: (cell, row) => {
    cell.textContent = row.component ?? UNKNOWN;
    cell.classList.toggle('part', row.depth > 0);
  }};
  addTable({
    id: 'waterfall',
    title: 'Where RSS is',
    note: rss > 0 ? `The lines add up to RSS, ${bytes(rss)}${known(after.waterfallTime) ? `, at ${timeOf(after.waterfallTime)}` : ''}. Exact: read page by page. At most: what is in use is taken to be in memory.` : null,
    empty: 'No reading of resident memory: it needs Linux, and a recording with nmt.ResidentMemory.',
    rows: lines,
    key: row => row.component,
    names: comparison ? [component] : [component, bar],
    figures: [
      bytesColumn('Resident', row => row.resident),
      {title: 'Of RSS', number: true, single: true, value: row => row.resident, text: row => percent(row.resident ?? 0, rss)},
      bytesColumn('Committed', row => row.committed),
      bytesColumn('Reserved', row => row.reserved),
      {title: 'Is', value: row => row.accuracy, text: row => own(ACCURACIES, row.accuracy) ?? row.accuracy},
    ],
    order: false,
  });
}

function addPools() {
  const place = addTable({
    id: 'pools',
    title: 'Pools',
    note: 'Chunks are memory that a pool has taken; in use is what buffers have of it that were not given back.',
    field: 'pools',
    empty: 'No pool of a known library (Netty, Jetty, Undertow, Arrow) was seen.',
    key: row => row.allocator,
    names: [textColumn('Allocator', row => row.allocator)],
    figures: [
      bytesColumn('In chunks', row => row.chunkBytes), bytesColumn('In use', row => row.inUse), bytesColumn('Cached', row => row.cached),
      bytesColumn('Free', row => row.free), plain(countColumn('Chunks', row => row.chunks)),
    ],
  });
  if (sides.some(side => list(side.poolSites).length > 0)) {
    addTable({
      parent: place ?? sectionOf('pools', 'Pools'),
      title: 'Who has taken buffers of pools and not given them back',
      field: 'poolSites',
      key: row => row.site,
      names: [textColumn('Taken at', row => row.site), textColumn('Last in', row => list(row.lastIn).join('; '))],
      figures: [
        bytesColumn('Bytes', row => row.bytes), errorColumn(row => row.error),
        bytesColumn('Lost', row => row.lost, 'In buffers that the garbage collector has collected: no code can give them back'),
        bytesColumn('Growth/min', row => row.growthPerMinute),
      ],
    });
  }
}

function addLists() {
  addTable({
    id: 'handles',
    title: 'Native handles',
    note: 'Objects that own memory of native libraries until they are closed.',
    field: 'handles',
    empty: 'No class of a known library that owns native memory was used.',
    key: row => row.class,
    names: [textColumn('Class', row => row.class), textColumn('Most made at', row => row.site)],
    figures: [
      plain(countColumn('Not closed', row => row.live)), {...errorColumn(row => row.error), text: row => row.error === 0 ? 'exact' : number(row.error)},
      plain(countColumn('Created', row => row.created)), plain(countColumn('Closed', row => row.closed)),
      plain(countColumn('Lost', row => row.collected, 'Collected by the garbage collector without having been closed')),
    ],
  });
  addTable({
    id: 'mapped',
    title: 'Mapped files',
    field: 'mapped',
    empty: 'No file is mapped by tracked Java code.',
    key: row => row.file,
    names: [textColumn('File', row => row.file)],
    figures: [bytesColumn('Length', row => row.bytes), bytesColumn('Resident', row => row.resident), plain(countColumn('Mappings', row => row.count))],
  });
  addTable({
    id: 'sites',
    title: 'Call sites at the end',
    note: 'By the agent\u2019s own count, also of what was allocated before the recording; the window above has only what the samples of the recording tell.',
    field: 'sites',
    empty: 'No call site is known.',
    key: row => JSON.stringify([row.site, row.category]),
    names: [textColumn('Allocated at', row => row.site), textColumn('Category', row => row.category)],
    figures: [
      bytesColumn('Bytes', row => row.bytes), errorColumn(row => row.error), plain(countColumn('Blocks', row => row.count)),
      bytesColumn('Peak', row => row.peak),
    ],
  });
}

function addMarks() {
  const place = element('marks');
  const rows = sides.flatMap((side, i) => list(side.marks).map(mark => ({...mark, side: ['before', 'after'][i], position: mark.time - originOf(side)})));
  place.hidden = rows.length === 0;
  const kinds = new Map();
  rows.forEach(mark => kinds.set(mark.kind, (kinds.get(mark.kind) ?? 0) + 1));
  place.querySelector('summary').append('Marks: ', ...[...kinds].flatMap(([kind, count]) => {
    const look = own(MARKS, kind) ?? OTHER_MARK;
    const sign = make('b', {'aria-hidden': 'true'}, look.sign);
    sign.style.color = `var(${look.color})`;
    return [sign, ` ${kind} (${count})  `];
  }));
  if (rows.length > 0) {
    new Table(place.querySelector('div'), 'Marks', [
      ...(comparison ? [textColumn('Of', row => row.side)] : []),
      {title: 'Time', value: row => row.time, text: row => timeOf(row.time)},
      textColumn('What', row => row.kind), textColumn('In words', row => row.text),
    ]).show(rows);
  }
}

function addLiveAtStart() {
  const rows = side => list(side.liveAtStart).map(([node, type, count, held]) => ({
    site: samples.siteOf(side, node, [list(side.frames)[list(side.nodes)[node]?.[1]] ?? UNKNOWN]), category: list(side.types)[type], count, bytes: held,
  }));
  if (sides.every(side => rows(side).length === 0)) {
    return;
  }
  addTable({
    id: 'earlier',
    title: 'Live before the first sample',
    note: 'Allocated before the recording began, so in no window. Whether it was freed since is not known.',
    rows,
    key: row => JSON.stringify([row.site, row.category]),
    names: [textColumn('Allocated at', row => row.site), textColumn('Category', row => row.category)],
    figures: [bytesColumn('Bytes', row => row.bytes), plain(countColumn('Blocks', row => row.count))],
  });
}

function addNotes() {
  const notes = [...new Set(sides.flatMap(side => list(side.notes)))];
  element('notes').append(make('h2', {}, 'What these figures are'), make('ul', {},
      ...notes.map(note => make('li', {}, note)),
      make('li', {}, 'KB, MB and GB are units of 1,024. \u00b1 is one standard error: the truth is within it in two of three cases, within twice as much in 19 of 20. ? is what is not known.'),
      make('li', {}, 'Categories are what was asked for (committed), exact but for zip streams; RSS has of it what was touched.')));
}

function addNavigation() {
  const links = [...document.querySelectorAll('main > section[aria-labelledby]')].map(section =>
    make('a', {href: `#${section.id}`}, section.querySelector('h2').textContent));
  element('sections').append(...links);
}
