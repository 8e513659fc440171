import { deleteSso, getSso, testSso, updateSso } from '../../../domain/company/single-sign-on/service.js';
import { beginSso, finishSso } from '../../../domain/company/single-sign-on/sign-in.js';
import { describeRoutes, route } from '../../route.js';

export const ssoRoutes = describeRoutes(
  'single sign-on',
  "Signing in with the company's identity provider, and its settings.",
  [
    route('POST /api/auth/sso', beginSso),
    route('POST /api/auth/sso/finish', finishSso, { session: 'opens' }),
    route('GET /api/sso', getSso),
    route('PUT /api/sso', updateSso, { preview: testSso }),
    route('DELETE /api/sso', deleteSso),
  ],
);
