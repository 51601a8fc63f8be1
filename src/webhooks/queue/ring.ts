/** A place in a ring, kept by what stands there. */
export interface Seat<T> {
  readonly of: T;
  ring: Ring<T> | null;
  before: Seat<T> | null;
  after: Seat<T> | null;
}

export function seatOf<T>(of: T): Seat<T> {
  return { of, ring: null, before: null, after: null };
}

/** Those who take turns; anyone may come and go in constant time. */
export class Ring<T> {
  #first: Seat<T> | null = null;
  #last: Seat<T> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** At the end of the turns; a seat that is in a ring already leaves it. */
  add(seat: Seat<T>): void {
    seat.ring?.remove(seat);
    seat.ring = this;
    seat.before = this.#last;
    if (this.#last) this.#last.after = seat;
    else this.#first = seat;
    this.#last = seat;
    this.#size += 1;
  }

  remove(seat: Seat<T>): void {
    if (seat.before) seat.before.after = seat.after;
    else this.#first = seat.after;
    if (seat.after) seat.after.before = seat.before;
    else this.#last = seat.before;
    seat.ring = seat.before = seat.after = null;
    this.#size -= 1;
  }

  /** Whose turn it is; now the last of all. */
  rotate(): T | undefined {
    const seat = this.#first;
    if (seat) this.add(seat);
    return seat?.of;
  }
}
