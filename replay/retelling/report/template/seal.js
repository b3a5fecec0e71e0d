// The words of a seal, made from a hash a second time: scrypt (N 32768, r 8, p 1) over HMAC-SHA256.
const sealWords = (() => {
  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const joined = (...parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
  };
  const big = (number, length) => Uint8Array.from({ length }, (_, at) => Math.floor(number / 256 ** (length - 1 - at)) % 256);
  const behindLength = (...fields) => joined(...fields.flatMap((field) => [big(field.length, 4), field]));

  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (number) => Math.floor((number - Math.floor(number)) * 2 ** 32) | 0;
  const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const ROUND = primes.map((prime) => fraction(Math.cbrt(prime)));
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  const sha256 = (message) => {
    const padded = joined(message, [128], new Uint8Array((119 - (message.length % 64)) % 64), big(message.length * 8, 8));
    const state = Int32Array.from(START), w = new Int32Array(64);
    const words = new DataView(padded.buffer);
    for (let block = 0; block < padded.length; block += 64) {
      for (let i = 0; i < 16; i++) w[i] = words.getInt32(block + 4 * i);
      for (let i = 16; i < 64; i++) {
        const a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
        const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
    }
    return joined(...[...state].map((word) => big(word >>> 0, 4)));
  };
  const hmac = (key, message) => {
    const block = joined(key.length > 64 ? sha256(key) : key, new Uint8Array(64)).slice(0, 64);
    return sha256(joined(block.map((byte) => byte ^ 0x5c), sha256(joined(block.map((byte) => byte ^ 0x36), message))));
  };
  const stretched = (password, salt, length) => {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) => hmac(password, joined(salt, big(at + 1, 4))));
    return joined(...blocks).slice(0, length);
  };
  const salsa = (x, b) => {
    x.set(b);
    const step = (to, one, two, by) => { const sum = (x[one] + x[two]) | 0; x[to] ^= (sum << by) | (sum >>> (32 - by)); };
    for (let i = 0; i < 4; i++) {
      for (const [a, e, f, g] of [[0, 4, 8, 12], [5, 9, 13, 1], [10, 14, 2, 6], [15, 3, 7, 11], [0, 1, 2, 3], [5, 6, 7, 4], [10, 11, 8, 9], [15, 12, 13, 14]]) {
        step(e, a, g, 7); step(f, e, a, 9); step(g, f, e, 13); step(a, g, f, 18);
      }
    }
    for (let i = 0; i < 16; i++) b[i] += x[i];
  };
  const N = 32768, WORDS = 256; // of 32 bits, in a block for r = 8
  const mixed = (bytes) => {
    const view = new DataView(bytes.buffer), kept = new Int32Array(N * WORDS);
    let block = Int32Array.from({ length: WORDS }, (_, at) => view.getInt32(4 * at, true)), other = new Int32Array(WORDS);
    const x = new Int32Array(16), b = new Int32Array(16);
    const mix = () => {
      b.set(block.subarray(WORDS - 16));
      for (let at = 0; at < 16; at++) {
        for (let i = 0; i < 16; i++) b[i] ^= block[16 * at + i];
        salsa(x, b);
        other.set(b, 16 * ((at >> 1) + (at & 1) * 8));
      }
      [block, other] = [other, block];
    };
    for (let i = 0; i < N; i++) { kept.set(block, i * WORDS); mix(); }
    for (let i = 0; i < N; i++) {
      const from = (block[WORDS - 16] & (N - 1)) * WORDS;
      for (let at = 0; at < WORDS; at++) block[at] ^= kept[from + at];
      mix();
    }
    const made = new DataView(new ArrayBuffer(4 * WORDS));
    block.forEach((word, at) => made.setInt32(4 * at, word, true));
    return new Uint8Array(made.buffer);
  };
  // Return the words of an event by its number and hash. `words` may be any list of their beginnings.
  return (campaign, seq, hash, words) => {
    const tag = new TextEncoder().encode("fudgelog-fp/2");
    const text = behindLength(tag, new TextEncoder().encode(campaign), big(seq, 8), bytesOf(hash));
    let number = stretched(text, mixed(stretched(text, tag, 4 * WORDS)), 8).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    const places = Array.from({ length: 5 }, () => { const at = number % BigInt(words.length); number /= BigInt(words.length); return Number(at); });
    return places.reverse().map((place) => words[place]);
  };
})();
{
  const sealed = JSON.parse(document.getElementById("sealed").textContent);
  const button = document.getElementById("seal-again");
  button.hidden = false;
  button.addEventListener("click", () => {
    button.disabled = true;
    const lines = [...document.querySelectorAll("#seals li")];
    const next = () => {
      const line = lines.shift();
      if (!line) return;
      const [campaign, seq, hash] = sealed.heads[sealed.heads.length - 1 - lines.length];
      const made = sealWords(campaign, seq, hash, sealed.letters).join(" ");
      const shown = line.querySelector("b").textContent.split(" ").map((word) => word.slice(0, 3)).join(" ");
      line.append(made === shown ? " ✓ this browser makes the same words" : ` ✗ this browser makes ${made}`);
      setTimeout(next);
    };
    setTimeout(next);
  });
}
