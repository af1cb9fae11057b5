/** Whether everything is tested in full volume (`./test --full`). */
export const full = process.env['QUINCUNX_FULL'] === '1';
