const ACCURACIES = {exact: 'exact', bounded: 'at most', estimate: 'estimate'};

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
 * A table of what a list of the recording has; of two recordings each row with before, after and the difference of the
 * first figure, and the difference of the others. Without the list there is no section.
 */
function addTable({
  id,
  parent,
  title,
  note,
  empty,
  field,
  rows = side => side[field],
  key,
  names,
  figures,
  order = true,
  all = false,
}) {
  if (sides.every(side => !Array.isArray(rows(side)))) {
    return null;
  }
  const place = parent ?? sectionOf(id, title, note);
  if (sides.every(side => list(rows(side)).length === 0)) {
    place.append(make('p', {}, empty));
    return place;
  }
  if (!comparison) {
    new Table(place, title, [...names, ...figures], {underHeading: !parent, all}).show(rows(after));
    return place;
  }
  const pairs = new Map();
  sides.forEach((side, i) =>
    list(rows(side)).forEach(row => {
      const pair = pairs.get(key(row)) ?? {any: row};
      pair[i === 0 ? 'before' : 'after'] = pair.any = row;
      pairs.set(key(row), pair);
    }),
  );
  // A row that one side does not have is nothing there; a list that it does not have is not known.
  const of = (column, which) => pair =>
    pair[which] ? column.value(pair[which]) : Array.isArray(rows(report[which])) ? 0 : null;
  const difference = column => pair => {
    const [was, is] = [of(column, 'before')(pair), of(column, 'after')(pair)];
    return known(was) && known(is) ? is - was : null;
  };
  const [main, ...others] = figures.filter(column => column.number && !column.single);
  const format = main.plain ? number : bytes;
  const figure = (heading, which) => ({
    title: heading,
    number: true,
    value: of(main, which),
    text: pair => format(of(main, which)(pair)),
  });
  const columns = [
    ...names.map(column => ({
      ...column,
      value: pair => column.value(pair.any),
      fill: column.fill && ((cell, pair) => column.fill(cell, pair.any)),
    })),
    figure(`${main.title} before`, 'before'),
    figure(`${main.title} after`, 'after'),
    changeColumn('Difference', difference(main), format),
    ...others.map(column =>
      changeColumn(`${column.title}, difference`, difference(column), column.plain ? number : bytes),
    ),
  ];
  const weight = pair => Math.abs(difference(main)(pair) ?? 0);
  const joined = [...pairs.values()];
  new Table(place, title, columns, {underHeading: !parent, all}).show(
    order ? joined.sort((one, other) => weight(other) - weight(one)) : joined,
  );
  return place;
}

const plain = column => ({...column, plain: true});

function addWaterfall() {
  const isTotal = row => row.component === 'RSS';
  const lines = side => (Array.isArray(side.waterfall) ? side.waterfall.filter(row => !isTotal(row)) : null);
  const rss =
    list(after.waterfall).find(isTotal)?.resident ??
    list(lines(after))
      .filter(row => !row.depth)
      .reduce((sum, row) => sum + (row.resident ?? 0), 0);
  const begins = new Map();
  let sum = 0;
  let part = 0;
  for (const row of list(lines(after))) {
    begins.set(row, row.depth ? part : sum);
    // Parts begin where the line above them does.
    part = row.depth ? part + (row.resident ?? 0) : sum;
    sum += row.depth ? 0 : (row.resident ?? 0);
  }
  const bar = {
    title: 'Up to RSS',
    value: row => row.resident,
    fill: (cell, row) => {
      cell.className = 'bar';
      const mark = make('i', {class: row.accuracy === 'exact' ? '' : 'unsure'});
      mark.style.marginLeft = `${(100 * (begins.get(row) ?? 0)) / Math.max(1, rss)}%`;
      mark.style.width = `${Math.max(0, (100 * (row.resident ?? 0)) / Math.max(1, rss))}%`;
      cell.append(mark);
    },
  };
  const component = {
    title: 'Component',
    value: row => row.component,
    fill: (cell, row) => {
      cell.textContent = row.component ?? UNKNOWN;
      cell.classList.toggle('part', row.depth > 0);
    },
  };
  const at = known(after.waterfallTime) ? `, at ${timeOf(after.waterfallTime)}` : '';
  addTable({
    id: 'waterfall',
    title: 'Where RSS is',
    note:
      rss > 0
        ? `The lines add up to RSS, ${bytes(rss)}${at}. Exact: read page by page. ` +
          'At most: memory in use counts as resident.'
        : null,
    empty: 'No reading of resident memory: it needs Linux, and a recording with nmt.ResidentMemory.',
    rows: lines,
    key: row => row.component,
    names: comparison ? [component] : [component, bar],
    figures: [
      bytesColumn('Resident', row => row.resident),
      {
        title: 'Of RSS',
        number: true,
        single: true,
        value: row => row.resident,
        text: row => percent(row.resident ?? 0, rss),
      },
      bytesColumn('Committed', row => row.committed),
      bytesColumn('Reserved', row => row.reserved),
      {title: 'Is', value: row => row.accuracy, text: row => own(ACCURACIES, row.accuracy) ?? row.accuracy},
    ],
    order: false,
    all: true,
  });
}

function addPools() {
  const place = addTable({
    id: 'pools',
    title: 'Pools',
    note: 'Chunks are memory of the pool. In use: buffers that are not released.',
    field: 'pools',
    empty: 'No pool of a known library (Netty, Jetty, Undertow, Arrow) was seen.',
    key: row => row.allocator,
    names: [textColumn('Allocator', row => row.allocator)],
    figures: [
      bytesColumn('In chunks', row => row.chunkBytes),
      bytesColumn('In use', row => row.inUse),
      bytesColumn('Cached', row => row.cached),
      bytesColumn('Free', row => row.free),
      plain(countColumn('Chunks', row => row.chunks)),
    ],
  });
  if (sides.some(side => list(side.poolSites).length > 0)) {
    addTable({
      parent: place ?? sectionOf('pools', 'Pools'),
      title: 'Call sites of pooled buffers that are not released',
      field: 'poolSites',
      key: row => row.site,
      names: [textColumn('Allocated at', row => row.site), textColumn('Last held by', row => list(row.lastIn).join('; '))],
      figures: [
        bytesColumn('Bytes', row => row.bytes),
        errorColumn(row => row.error),
        bytesColumn(
          'Lost',
          row => row.lost,
          'Collected unreleased: no code can release them',
        ),
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
    names: [textColumn('Class', row => row.class), textColumn('Most created at', row => row.site)],
    figures: [
      plain(countColumn('Not closed', row => row.live)),
      {...errorColumn(row => row.error), text: row => (row.error === 0 ? 'exact' : number(row.error))},
      plain(countColumn('Created', row => row.created)),
      plain(countColumn('Closed', row => row.closed)),
      plain(countColumn('Lost', row => row.collected, 'Collected without a close')),
    ],
  });
  addTable({
    id: 'mapped',
    title: 'Mapped files',
    field: 'mapped',
    empty: 'No file is mapped by tracked Java code.',
    key: row => row.file,
    names: [textColumn('File', row => row.file)],
    figures: [
      bytesColumn('Length', row => row.bytes),
      bytesColumn('Resident', row => row.resident),
      plain(countColumn('Mappings', row => row.count)),
    ],
  });
  addTable({
    id: 'sites',
    title: ofProcess ? 'Call sites' : 'Call sites at the end',
    note: ofProcess
      ? 'By the agent\u2019s own count, whenever it was allocated since tracking began.'
      : 'By the agent\u2019s own count, also of what was allocated before the recording; ' +
        'the window above has only samples of the recording.',
    field: 'sites',
    empty: 'No call site is known.',
    key: row => JSON.stringify([row.site, row.category]),
    names: [textColumn('Allocated at', row => row.site), textColumn('Category', row => row.category)],
    figures: [
      bytesColumn('Bytes', row => row.bytes),
      errorColumn(row => row.error),
      plain(countColumn('Blocks', row => row.count)),
      bytesColumn('Peak', row => row.peak),
    ],
  });
}

function addMarks() {
  const place = element('marks');
  const rows = sides.flatMap((side, i) =>
    list(side.marks).map(mark => ({...mark, side: SIDES[i], position: mark.time - originOf(side)})),
  );
  place.hidden = rows.length === 0;
  const kinds = new Map();
  rows.forEach(mark => kinds.set(mark.kind, (kinds.get(mark.kind) ?? 0) + 1));
  place.querySelector('summary').append(
    'Marks: ',
    ...[...kinds].flatMap(([kind, count]) => {
      const look = own(MARKS, kind) ?? OTHER_MARK;
      const sign = make('b', {'aria-hidden': 'true'}, look.sign);
      sign.style.color = `var(${look.color})`;
      return [sign, ` ${kind} (${count})  `];
    }),
  );
  if (rows.length > 0) {
    new Table(place.querySelector('div'), 'Marks', [
      ...(comparison ? [textColumn('Of', row => row.side)] : []),
      {title: 'Time', value: row => row.time, text: row => timeOf(row.time)},
      textColumn('What', row => row.kind),
      textColumn('In words', row => row.text),
    ]).show(rows);
  }
}

function addNotes() {
  const notes = [...new Set(sides.flatMap(side => list(side.notes)))];
  element('notes').append(
    make('h2', {}, 'About these figures'),
    make(
      'ul',
      {},
      ...notes.map(note => make('li', {}, note)),
      make(
        'li',
        {},
        'KB, MB and GB are units of 1,024. The true figure is within three \u00b1 in 99 of 100 cases. ' +
          '? is what is not known.',
      ),
      make(
        'li',
        {},
        'Categories are what was asked for (committed), exact but for zip streams; RSS has of it what was touched.',
      ),
    ),
  );
}

function addNavigation() {
  const links = [...document.querySelectorAll('main > section[aria-labelledby]')].map(section =>
    make('a', {href: `#${section.id}`}, section.querySelector('h2').textContent),
  );
  element('sections').append(...links);
}
