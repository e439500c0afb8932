/** Names of the JDK's own code, in which no call site is looked for. */
const JDK = /^(java|javax|jdk|sun|com\.sun)\./;

const UNKNOWN_THREAD = 'thread unknown';

/** Frames of known libraries. */
const LIBRARY_FRAMES = new Set(sides.flatMap(side => list(side.libraryFrames).map(frame => list(side.frames)[frame])));

const isApplication = frame => !JDK.test(frame) && !LIBRARY_FRAMES.has(frame);

/** So many frames are drawn in less time than a hand notices. */
const MOST_FRAMES = 1000;

/** A file and line end a frame's name: io.x.Y.z(Y.java:3). */
const methodOf = frame => frame.replace(/\(.*$/s, '');

/** Lines move from one version to the next: two recordings are compared by method. */
const named = frame => (comparison ? methodOf(frame) : frame);

/**
 * The samples of all sides on one tree of call stacks: what was allocated in a window of time and not freed by its end.
 *
 * The tree has the root, on it a category for each type, on these the frames. It is made once for each look, as arrays
 * in which a parent comes before its children; a window then costs one pass through the samples and one through the tree.
 */
class Samples {
  /**
   * @param look inverted: the innermost frame first; byThread: threads below their frames; application: no others' frames
   */
  constructor(look = {}) {
    this.look = look;
    this.names = ['all'];
    this.parents = [-1];
    this.sites = [null];
    this.ids = new Map();
    this.nameIds = new Map();
    this.bySide = sides.map(side => this.read(side));
    this.size = this.names.length;
    /** Whether no sample tells when its block was allocated. */
    this.timeless = this.bySide.every(read => read.allocated.every(time => time < 0));
    this.childLists = this.children();
  }

  child(parent, name, key) {
    if (!this.nameIds.has(key)) {
      this.nameIds.set(key, this.nameIds.size);
    }
    const id = parent * 4_194_304 + this.nameIds.get(key);
    let child = this.ids.get(id);
    if (child === undefined) {
      child = this.names.length;
      this.ids.set(id, child);
      this.names.push(name);
      this.parents.push(parent);
      this.sites.push(null);
    }
    return child;
  }

  /** The rows of a side as arrays of numbers; stack is a place in the tree. */
  read(side) {
    const rows = list(side.samples);
    const nodes = list(side.nodes);
    const frames = list(side.frames);
    const places = new Map();
    const threads = list(side.threads);
    const place = (type, node, thread) => {
      const key = (thread * list(side.types).length + type) * (nodes.length + 1) + node + 1;
      if (places.has(key)) {
        return places.get(key);
      }
      // Not by recursion: a stack may be deep.
      const path = [];
      for (let at = node; at >= 0 && at < nodes.length && path.length <= nodes.length; at = nodes[at][0]) {
        path.push(at);
      }
      const name = list(side.types)[type] ?? UNKNOWN;
      let at = this.child(0, name, `category ${name}`);
      const nameAt = step => frames[nodes[step][1]] ?? UNKNOWN;
      if (this.look.byThread) {
        const ofThread = threads[thread - 1] ?? UNKNOWN_THREAD;
        at = this.child(at, ofThread, `thread ${ofThread}`);
      }
      const isShown = this.look.application ? isApplication : jdksDiffer ? frame => !JDK.test(frame) : () => true;
      const some = path.filter(step => isShown(nameAt(step)));
      path.reverse();
      const shown = some.length > 0 ? some.reverse() : [...path];
      for (const step of this.look.inverted ? shown.reverse() : shown) {
        const frame = named(nameAt(step));
        at = this.child(at, frame, frame);
      }
      this.sites[at] ??= this.siteOf(
        side,
        node,
        path.map(nameAt),
      );
      places.set(key, at);
      return at;
    };
    const read = {
      side,
      rows: rows.length,
      allocated: Float64Array.from(rows, row => row[0]),
      freed: Float64Array.from(rows, row => (row[1] < 0 ? Infinity : row[1])),
      place: Int32Array.from(rows, row => place(row[3], row[2], this.look.byThread ? (row[7] ?? -1) + 1 : 0)),
      count: Float64Array.from(rows, row => row[4]),
      bytes: Float64Array.from(rows, row => row[5]),
      variance: Float64Array.from(rows, row => row[6] ?? 0),
      hasError: side.samplesExact === true || (rows.length > 0 && rows.every(row => known(row[6]))),
    };
    return read;
  }

  siteOf(side, node, path) {
    const site = list(side.siteNames)[list(side.nodeSites)[node]];
    return named(site ?? path.findLast(frame => !JDK.test(frame)) ?? path.at(-1) ?? 'no call stack');
  }

  children() {
    const lists = this.names.map(() => []);
    for (let i = 1; i < lists.length; i++) {
      lists[this.parents[i]].push(i);
    }
    return lists;
  }

  /**
   * What was allocated from one position on and before another, and not freed before the latter; where all samples
   * are of what is live at one moment, all of them.
   *
   * @returns for each side {bytes, count, variance: of each place of the tree with all above it; own: of it alone;
   *     earlier: bytes that were allocated before the recording}
   */
  window(from, to) {
    return this.bySide.map(read => {
      const origin = originOf(read.side);
      const [first, last] = [bucketed(from + origin), Math.min(bucketed(to + origin), end(read.side))];
      const whole = from <= span.from || this.timeless;
      const sums = {
        bytes: new Float64Array(this.size),
        count: new Float64Array(this.size),
        variance: new Float64Array(this.size),
        earlier: 0,
      };
      const atEnd = this.timeless || to >= span.to || last >= end(read.side);
      for (let i = 0; i < read.rows; i++) {
        const allocated = read.allocated[i];
        const inWindow = allocated < 0 ? whole : (whole || allocated >= first) && (atEnd || allocated < last);
        if (inWindow && (atEnd ? read.freed[i] === Infinity : read.freed[i] >= last)) {
          sums.bytes[read.place[i]] += read.bytes[i];
          sums.count[read.place[i]] += read.count[i];
          sums.variance[read.place[i]] += read.variance[i];
          sums.earlier += allocated < 0 ? read.bytes[i] : 0;
        }
      }
      sums.own = {bytes: sums.bytes.slice(), count: sums.count.slice(), variance: sums.variance.slice()};
      for (let i = this.size - 1; i > 0; i--) {
        sums.bytes[this.parents[i]] += sums.bytes[i];
        sums.count[this.parents[i]] += sums.count[i];
        sums.variance[this.parents[i]] += sums.variance[i];
      }
      return sums;
    });
  }

  /** A window by call site and category: {site, category, before, after, count, variance}. */
  bySite(sums) {
    const rows = new Map();
    const last = sums.at(-1);
    const first = comparison ? sums[0] : null;
    for (let i = 1; i < this.size; i++) {
      const [is, was] = [last.own, first?.own];
      if (this.sites[i] === null || (is.bytes[i] === 0 && is.count[i] === 0 && !(was?.bytes[i] > 0))) {
        continue;
      }
      const category = this.names[this.categoryOf(i)];
      const key = JSON.stringify([category, this.sites[i]]);
      const row = rows.get(key) ?? {site: this.sites[i], category, before: 0, after: 0, count: 0, variance: 0};
      row.after += is.bytes[i];
      row.count += is.count[i];
      row.variance += is.variance[i];
      row.before += was?.bytes[i] ?? 0;
      rows.set(key, row);
    }
    const weight = row => (comparison ? Math.abs(row.after - row.before) : row.after);
    return [...rows.values()].sort((one, other) => weight(other) - weight(one));
  }

  categoryOf(place) {
    while (this.parents[place] > 0) {
      place = this.parents[place];
    }
    return place;
  }

  /**
   * A window as the flame graph's tree, without what would be narrower than a pixel, or is too much to be drawn: n the
   * name, v the width, c the frames above, k the blocks, d the variance, b and a the bytes before and after, p the
   * place, x whether frames above are left out. Above the place that is zoomed in on, narrower ones are in it.
   */
  tree(sums, pixels, zoomed = 0) {
    const last = sums.at(-1);
    const first = comparison ? sums[0] : null;
    const width = comparison ? this.changes(first, last) : last.bytes;
    const above = this.above(zoomed);
    const least = this.least(width, pixels, 0, null);
    const leastAbove = zoomed === 0 ? least : this.least(width, pixels, zoomed, above);
    const path = new Set();
    for (let at = zoomed; at > 0; at = this.parents[at]) {
      path.add(at);
    }
    const isShown = place =>
      width[place] > 0 && (width[place] >= (above[place] ? leastAbove : least) || path.has(place));
    const grow = place => {
      const made = {n: this.names[place], v: width[place], k: last.count[place], d: last.variance[place], p: place};
      if (comparison) {
        made.d += first.variance[place];
        made.b = first.bytes[place];
        made.a = last.bytes[place];
      }
      const shown = this.childLists[place]
        .filter(isShown)
        .sort((one, other) => width[other] - width[one])
        .map(grow);
      if (shown.length > 0) {
        made.c = shown;
      }
      made.x =
        shown.some(child => child.x) || this.childLists[place].some(child => width[child] > 0 && !isShown(child));
      return made;
    };
    return grow(0);
  }

  /** Which places are above one, 1 for each. */
  above(root) {
    const above = new Uint8Array(this.size);
    above[root] = 1;
    for (let i = root + 1; i < this.size; i++) {
      above[i] = above[this.parents[i]];
    }
    return above;
  }

  /** How wide a frame is at the least: a pixel, and so that not more than can be drawn at once are. */
  least(width, pixels, root, above) {
    const widths = width.filter((value, place) => value > 0 && (!above || above[place])).sort();
    const most = widths.length > MOST_FRAMES ? widths[widths.length - MOST_FRAMES] : 0;
    return Math.max(width[root] / Math.max(1, pixels), most);
  }

  /** By how much each stack changed, up or down, summed over those above. */
  changes(first, last) {
    const changed = last.own.bytes.map((bytesNow, i) => Math.abs(bytesNow - first.own.bytes[i]));
    for (let i = this.size - 1; i > 0; i--) {
      changed[this.parents[i]] += changed[i];
    }
    return changed;
  }
}

let samples = new Samples();

/** Whether there is no time to choose from. */
const moment = span.to <= span.from || (samples.timeless && sides.every(side => list(side.times).length < 2));
