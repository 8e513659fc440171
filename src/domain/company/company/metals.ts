/**
 * The metals whose price per linear foot is set in one place, with their wire names, labels, database columns and
 * item names.
 */
export const metals = [
  { name: 'metalPanel', label: 'Metal Panel', column: 'metal_panel', items: ['metalpanel'] },
  { name: 'woodRake', label: 'Wood Rake', column: 'wood_rake', items: ['woodrake'] },
  { name: 'metalRake', label: 'Metal Rake', column: 'metal_rake', items: ['metalrake'] },
  { name: 'ridgeCap', label: 'Ridge Cap', column: 'ridge_cap', items: ['ridgecap'] },
  { name: 'jChan', label: 'J Chan', column: 'j_chan', items: ['jchan', 'jchannel'] },
  { name: 'angleTwoByTwo', label: 'Angle 2x2', column: 'angle_two_by_two', items: ['angle2x2'] },
  { name: 'oaThreeByThree', label: 'OA 3x3', column: 'oa_three_by_three', items: ['oa3x3'] },
  { name: 'cornerThreeByThree', label: 'Corner 3x3', column: 'corner_three_by_three', items: ['corner3x3'] },
  { name: 'dripEdge', label: 'Drip Edge', column: 'drip_edge', items: ['dripedge'] },
  { name: 'doorTrim', label: 'Door Trim', column: 'door_trim', items: ['doortrim'] },
] as const;

export type Metal = (typeof metals)[number];
export type MetalName = Metal['name'];
