/** A deal of today, as Home shows it. */
export interface TodayDeal {
  game: string;
  name: string;
  address: string;
  level: string;
  done: boolean;
}
