/**
 * Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022): how good a player is, how sure that is, and how
 * steady. The numbers of steps are those of the paper.
 */
export interface Rating {
  /** 1500 at first */
  value: number;
  /** the player is within twice this of `value`, of 20 times 19 */
  deviation: number;
  volatility: number;
}

/** Nobody knows anything of the player yet. */
export const unknown: Rating = { value: 1500, deviation: 350, volatility: 0.06 };

/** From the scale of ratings to that of the computation. */
const scale = 173.7178;
/** How much a volatility may change: the paper takes 0.3 to 1.2. */
const tau = 0.5;
const close = 1e-6;

const weight = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

/** Step 5: where f is 0, between two points that come closer. */
function newVolatility(sigma: number, phi: number, v: number, delta: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const sum = phi * phi + v + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (tau * tau);
  };
  let low = a;
  let high = Math.log(delta * delta - phi * phi - v);
  if (!Number.isFinite(high)) {
    let k = 1;
    while (f(a - k * tau) < 0) ++k;
    high = a - k * tau;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > close) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}

/** The rating after games in one period; `score`: 1 for a win, 0 for a loss. */
export function rated(player: Rating, games: readonly (Pick<Rating, 'value' | 'deviation'> & { score: number })[]): Rating {
  const mu = (player.value - unknown.value) / scale;
  const phi = player.deviation / scale;
  let precision = 0;
  let gain = 0;
  for (const { value, deviation, score } of games) {
    const g = weight(deviation / scale);
    const expected = 1 / (1 + Math.exp(-g * (mu - (value - unknown.value) / scale)));
    precision += g * g * expected * (1 - expected);
    gain += g * (score - expected);
  }
  const volatility = newVolatility(player.volatility, phi, 1 / precision, gain / precision);
  const before = phi * phi + volatility * volatility;
  const after = 1 / (1 / before + precision);
  return { value: unknown.value + scale * (mu + after * gain), deviation: scale * Math.sqrt(after), volatility };
}

/** After periods without a game less is known: the last step, for them. */
export function rusty({ value, deviation, volatility }: Rating, periods: number): Rating {
  const grown = Math.sqrt(deviation * deviation + periods * (scale * volatility) ** 2);
  return { value, deviation: Math.min(unknown.deviation, grown), volatility };
}
