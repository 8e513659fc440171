const usual = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'];
const others = Intl.supportedValuesOf('timeZone').filter((zone) => !usual.includes(zone));

/** All time zones, with the usual ones first. */
export const timeZones = [...usual, ...others].map((zone) => ({ value: zone, label: zone.replace(/_/g, ' ') }));
