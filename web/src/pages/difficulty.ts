/** How hard a game is, 1 to 4, from the mean of what the fair player and the novice win, in deals of a hundred. */
export function difficultyOf({ fair, novice }: { fair: number; novice: number }): 1 | 2 | 3 | 4 {
  const mean = (fair + novice) / 2;
  return mean >= 65 ? 1 : mean >= 55 ? 2 : mean >= 45 ? 3 : 4;
}
