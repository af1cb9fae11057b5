/** How hard a game is, 1 to 4, from the mean of what careful play and a beginner win, in deals of a hundred. */
export function difficultyOf({ careful, novice }: { careful: number; novice: number }): 1 | 2 | 3 | 4 {
  const mean = (careful + novice) / 2;
  return mean >= 65 ? 1 : mean >= 55 ? 2 : mean >= 45 ? 3 : 4;
}
