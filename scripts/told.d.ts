// What the server tells a page. Written by scripts/page_types.py from the structs of the server.
declare namespace Told {
  interface ActionOut {
    text: string;
    verb: string;
    args: Record<string, string | number>;
    label: string;
    ways: Array<Array<string>>;
  }
  interface Ahead {
    possible: boolean;
    ask: string;
    actions: Array<ActionOut>;
    openings: Array<[string, string]>;
    board: Drawing | null;
    planned: Array<PlannedOut>;
    dropped: DroppedOut | null;
  }
  interface AmountOut {
    n: number;
    what: string;
    kind: string;
  }
  interface AnalysisOut {
    offered: boolean;
    at_work: boolean;
    done: number;
    of: number;
    decisions: Array<DecisionOut>;
    worst: Array<number>;
    mean_loss: Array<number>;
    accuracy: Array<number>;
    turning: Array<Turning>;
  }
  interface ArrangementOut {
    id: string;
    ask: string;
    worth: string;
    safe: string;
    by: string;
    items: Array<ItemOut>;
    total: number | null;
    limit: number | null;
    least: number;
    rate: number;
    optional: boolean;
    presets: Array<PresetOut>;
    verbs: Array<string>;
  }
  interface CardOut {
    thing: string;
    name: string;
    text: string;
    kind: string;
    now: Array<[string, string]>;
    rules: Array<string>;
    note: string;
    face: Drawing | null;
    hard: number;
    places: Array<string>;
    brief: string;
    figures: Array<FigureOut>;
  }
  interface ChatLine {
    id: number;
    name: string;
    text: string;
    system: boolean;
    mine: boolean;
    at: number;
    person: string | null;
  }
  interface Clock {
    kind: "correspondence" | "live" | "none";
    seconds: number;
    increment: number;
  }
  interface Contest {
    title: string;
    counted: string;
    sides: [Side, Side];
    need: string;
    outcomes: Array<[string, string]>;
    held: number;
    at: Array<string>;
  }
  interface DecisionOut {
    n: number;
    seat: number;
    value: number;
    loss: number;
    best: string;
    shares: Array<number>;
  }
  interface Drawing {
    width: number;
    height: number;
    label: string;
    ground: string;
    live: string;
    defs: string | null;
    static: string | null;
  }
  interface DroppedOut {
    title: string;
    why: string;
    rule: string;
  }
  interface FigureOut {
    symbol: string;
    text: string;
    label: string;
    kind: string;
    secret: boolean;
  }
  interface Intended {
    found: Array<IntentionOut>;
    cut: boolean;
    stale: boolean;
  }
  interface IntentionOut {
    title: string;
    whole: string;
    verb: string;
    atoms: Array<string>;
    lines: Array<LineOut>;
    total: Array<AmountOut>;
    keep: Array<AmountOut>;
    others: Array<string>;
    then: Array<string>;
    ends: string;
    ask: string;
    next: Array<ActionOut>;
    arrangement: ArrangementOut | null;
    ways: Array<Array<string>>;
    board: Drawing;
    contest: Contest | null;
    stay: Array<string> | null;
  }
  interface ItemOut {
    thing: string;
    label: string;
    now: number;
    least: number;
    most: number;
    worth: number | null;
    beside: Array<number>;
    stock: number;
  }
  interface LineOut {
    label: string;
    amounts: Array<AmountOut>;
    instead: Array<Other>;
  }
  interface LogLine {
    i: number;
    seat: number;
    text: string;
    words: string;
    by: string;
    at: number;
    notes: Array<NoteOut>;
    told: Array<ToldOut>;
    together: Together | null;
    secret: boolean;
  }
  interface News {
    state: StateOut;
    log_from: number;
    log: Array<LogLine>;
  }
  interface NoteOut {
    seat: number;
    n: number;
    what: string;
    kind: string;
    more: string;
  }
  interface OrdersOut {
    standing: Array<Standing>;
    premoves: Array<string>;
    ask_all: boolean;
  }
  interface Other {
    label: string;
    atoms: Array<string>;
  }
  interface PanelOut {
    id: string;
    title: string;
    seat: number | null;
    private: boolean;
    svg: Drawing;
    now: boolean;
    brief: Array<FigureOut>;
    tint: string;
    emblem: string;
    plays: string;
    place: "" | "act" | "choose" | "hand" | "mine" | "offer" | "others";
    bare: boolean;
    room: number;
    contest: Contest | null;
  }
  interface PlannedOut {
    title: string;
    text: string;
    amounts: Array<AmountOut>;
    at: Array<string>;
    fits: boolean;
    why: string;
    rule: string;
  }
  interface PresetOut {
    id: string;
    label: string;
    plan: Record<string, number>;
  }
  interface SeatOut {
    seat: number;
    kind: "bot" | "human" | "open" | "reserved";
    name: string;
    bot: string;
    gone: "" | "free" | "left" | "timeout";
    mine: boolean;
    person: string | null;
    called: string;
    time_left: number | null;
  }
  interface Side {
    seat: number;
    symbol: string;
    role: string;
    strength: number;
    made: string;
    open: boolean;
  }
  interface Standing {
    answer: string;
    when: string;
    only: boolean;
    asked: string;
    last: boolean;
  }
  interface StateOut {
    n: number;
    step: number;
    seat: number | null;
    to_move: number;
    status: "closed" | "finished" | "frozen" | "playing" | "waiting";
    ask: string;
    rule: string;
    board: Drawing;
    panels: Array<PanelOut>;
    actions: Array<ActionOut>;
    events: Array<ActionOut>;
    can_redo: boolean;
    scores: Array<Array<number>> | null;
    shares: Array<number> | null;
    result: string;
    view: Record<string, any>;
    arrangement: ArrangementOut | null;
    openings: Array<[string, string]>;
    proposes: boolean;
    standing: Tally | null;
  }
  interface TableOut {
    id: string;
    game: string;
    title: string;
    options: Record<string, any>;
    status: "closed" | "finished" | "frozen" | "playing" | "waiting";
    visibility: "link" | "open" | "private";
    watch: boolean;
    rated: boolean;
    unrated: string;
    order: "given" | "random";
    clock: Clock;
    terms: Array<Term>;
    clock_since: number;
    deadline: number | null;
    stand_in: string;
    begins: number | null;
    seats: Array<SeatOut>;
    host: boolean;
    code: string | null;
    source: string;
    rematch: string;
    undo_asked_by: number | null;
    undo_agreed: Array<number>;
    to_move: number;
    in_line: number;
    n: number;
    created: number;
    updated: number;
    finished: number | null;
  }
  interface Tally {
    names: Array<string>;
    lead: number;
    headline: string;
    others: Array<[string, Array<number>]>;
  }
  interface Term {
    label: string;
    value: string;
    usual: boolean;
    about: Array<[string, string]>;
  }
  interface Together {
    words: string;
    first: number;
    notes: Array<NoteOut>;
  }
  interface ToldOut {
    text: string;
    kind: string;
    more: string;
    at: Array<string>;
    gains: Array<NoteOut>;
    counts: Array<number>;
    symbol: string;
    links: Array<[string, string]>;
    rule: string;
    counted: string;
  }
  interface Turning {
    n: number;
    seat: number;
    gain: number;
  }
  interface Whole {
    table: TableOut;
    state: StateOut;
    log: Array<LogLine>;
    chat: Array<ChatLine>;
    since: string;
  }
}
