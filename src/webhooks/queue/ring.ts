/** A node of a ring, stored in its value. */
export interface RingNode<T> {
  readonly value: T;
  ring: Ring<T> | null;
  previous: RingNode<T> | null;
  next: RingNode<T> | null;
}

export function ringNode<T>(value: T): RingNode<T> {
  return { value, ring: null, previous: null, next: null };
}

/** A circular list with constant-time add, remove and rotate. */
export class Ring<T> {
  #first: RingNode<T> | null = null;
  #last: RingNode<T> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a node at the end; removes it from its present ring. */
  add(node: RingNode<T>): void {
    node.ring?.remove(node);
    node.ring = this;
    node.previous = this.#last;
    if (this.#last) this.#last.next = node;
    else this.#first = node;
    this.#last = node;
    this.#size += 1;
  }

  remove(node: RingNode<T>): void {
    if (node.previous) node.previous.next = node.next;
    else this.#first = node.next;
    if (node.next) node.next.previous = node.previous;
    else this.#last = node.previous;
    node.ring = node.previous = node.next = null;
    this.#size -= 1;
  }

  /** Returns the first value and moves it to the end. */
  rotate(): T | undefined {
    const node = this.#first;
    if (node) this.add(node);
    return node?.value;
  }
}
