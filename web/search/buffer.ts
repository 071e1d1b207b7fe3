// Stands in for Node's `Buffer` in the browser's bundle, with the methods that reading an index uses.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

class BrowserBuffer extends Uint8Array<ArrayBuffer> {
  override toString(_encoding?: string, start = 0, end = this.length): string {
    return decoder.decode(this.subarray(start, end));
  }

  equals(other: Uint8Array): boolean {
    return this.compare(other) === 0;
  }

  compare(other: Uint8Array, otherStart = 0, otherEnd = other.length, start = 0, end = this.length): number {
    const length = Math.min(end - start, otherEnd - otherStart);
    for (let at = 0; at < length; at++) {
      const difference = (this[start + at] ?? 0) - (other[otherStart + at] ?? 0);
      if (difference !== 0) return Math.sign(difference);
    }
    return Math.sign(end - start - (otherEnd - otherStart));
  }

  copy(target: Uint8Array, targetStart = 0, start = 0, end = this.length): number {
    const part = this.subarray(start, Math.min(end, start + target.length - targetStart));
    target.set(part, targetStart);
    return part.length;
  }

  readUInt32LE(at: number): number {
    return new DataView(this.buffer, this.byteOffset, this.byteLength).getUint32(at, true);
  }

  writeUInt32LE(value: number, at: number): void {
    new DataView(this.buffer, this.byteOffset, this.byteLength).setUint32(at, value, true);
  }
}

const alloc = (length: number) => new BrowserBuffer(new ArrayBuffer(length));

export const Buffer = {
  alloc,
  allocUnsafe: alloc,
  allocUnsafeSlow: alloc,
  byteLength: (text: string) => encoder.encode(text).length,
  concat(parts: readonly Uint8Array[]): BrowserBuffer {
    const joined = alloc(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  },
  from(source: string | ArrayBuffer | Uint8Array, start?: number, length?: number): BrowserBuffer {
    if (source instanceof ArrayBuffer) return new BrowserBuffer(source, start, length);
    const bytes = typeof source === "string" ? encoder.encode(source) : source;
    return new BrowserBuffer(Uint8Array.from(bytes).buffer);
  },
};
