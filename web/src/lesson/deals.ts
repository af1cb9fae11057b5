/** The deal of each lesson: easy, and with the game's special idea among its first moves. */
export const lessonDeals: Readonly<Record<string, string>> = {
  gargantua: '96',
  grandfather: '15',
  gloucestershire: '34',
  stalactites: '4',
  carthage: '117',
};
