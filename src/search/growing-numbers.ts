type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Enough for most pages, so that arrays rarely grow: allocating an array costs more than the unused bytes. */
const lengthAtStart = 512;

/** A growable typed array. An index consists of millions of numbers. */
class GrowingNumbers<Kind extends Numbers> {
  readonly #make: (length: number) => Kind;
  #numbers: Kind;
  length = 0;

  constructor(make: (length: number) => Kind) {
    this.#make = make;
    this.#numbers = make(lengthAtStart);
  }

  push(number: number): void {
    if (this.length === this.#numbers.length) this.#reserve(this.length + 1);
    this.#numbers[this.length] = number;
    this.length += 1;
  }

  append(numbers: ArrayLike<number>): void {
    this.#reserve(this.length + numbers.length);
    this.#numbers.set(numbers, this.length);
    this.length += numbers.length;
  }

  /** Appends `numbers[start..end]`. For short ranges this loop is faster than creating a subarray. */
  appendPart(numbers: ArrayLike<number>, start: number, end: number): void {
    this.#reserve(this.length + end - start);
    for (let at = start; at < end; at++) this.#numbers[this.length++] = numbers[at] ?? 0;
  }

  appendZeros(count: number): void {
    this.#reserve(this.length + count);
    for (let left = count; left > 0; left--) this.#numbers[this.length++] = 0;
  }

  get(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  set(index: number, number: number): void {
    this.#numbers[index] = number;
  }

  /** The whole allocated array; the content beyond `length` is undefined. Valid until the next push. */
  room(): Kind {
    return this.#numbers;
  }

  /** Valid until the next push. */
  view(): Kind {
    return this.#numbers.subarray(0, this.length) as Kind;
  }

  #reserve(length: number): void {
    if (length <= this.#numbers.length) return;
    const larger = this.#make(Math.max(length, this.#numbers.length * 2));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}

export const growingBytes = () => new GrowingNumbers((length) => new Uint8Array(length));
export const growingWords = () => new GrowingNumbers((length) => new Uint32Array(length));
