const commonZones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'];
const otherZones = Intl.supportedValuesOf('timeZone').filter((zone) => !commonZones.includes(zone));

/** All time zones, with the usual ones first. */
export const timeZones = [...commonZones, ...otherZones].map((zone) => ({
  value: zone,
  label: zone.replace(/_/g, ' '),
}));
