/** A text whose times on a 24-hour clock, `03/02/2026 16:05`, are written as in `formatMoment`: `03/02/2026, 4:05 PM`. */
export const withClock = (text: string): string =>
  text.replace(/(\d\d\/\d\d\/\d{4}) (\d\d):(\d\d)/g, (_, date: string, hour: string, minute: string) => {
    const hours = Number(hour);
    return `${date}, ${hours % 12 || 12}:${minute} ${hours < 12 ? 'AM' : 'PM'}`;
  });
