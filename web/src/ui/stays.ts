/** How long a message stays, ms. */
export const stays = { warning: 12_000, action: 8000, news: 4500 };
