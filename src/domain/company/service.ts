import { z } from 'zod';
import { notFound } from '../errors.js';
import { service } from '../service.js';
import { findColors, findCompany } from './queries.js';

const Color = z.object({ _id: z.uuid(), color: z.string() });
const Profile = z.object({
  _id: z.uuid(),
  name: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  timeZone: z.string(),
  roofColors: z.array(Color),
  sidingColors: z.array(Color),
  trimColors: z.array(Color),
});

export const companyProfile = service({
  summary: "The company's name, address, time zone and colors",
  permission: 'company.profile',
  effect: 'read',
  input: z.object({}),
  output: Profile,
  run: async (ctx) => {
    const [company, colors] = await Promise.all([findCompany(ctx.db), findColors(ctx.db)]);
    if (!company) throw notFound('Company');
    return { ...company, roofColors: colors.roof, sidingColors: colors.siding, trimColors: colors.trim };
  },
});
