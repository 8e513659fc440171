/** How much a generated database holds. */
export interface Scale {
  readonly shops: number;
  readonly sheds: number;
  readonly items: number;
  readonly orders: number;
  /** Invoices of the oldest orders. */
  readonly invoices: number;
  /** Payments of the oldest invoices, 40 invoices each. */
  readonly payments: number;
}
export const scales = {
  small: { shops: 20, sheds: 1_800, items: 300, orders: 20_000, invoices: 18_000, payments: 300 },
  full: { shops: 200, sheds: 18_000, items: 3_000, orders: 1_000_000, invoices: 900_000, payments: 20_000 },
} as const satisfies Record<string, Scale>;

/** The scale named by `SCALE`, which `--scale` sets; small by default. */
export function readScale(): { name: keyof typeof scales; scale: Scale } {
  const name = process.env['SCALE'] === 'full' ? 'full' : 'small';
  return { name, scale: scales[name] };
}
