import { listRecordHistory } from '../../../domain/operations/history/service.js';
import {
  createCompany,
  updateCompany,
  getCompanyProfile,
  deleteCompany,
} from '../../../domain/company/company/service.js';
import { deleteLogo, updateLogo, getLogo } from '../../../domain/company/company/manage-logo.js';
import { listLookUps } from '../../../domain/catalogue/lookups/service.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { describeRoutes, route } from '../../route.js';

export const companyRoutes = describeRoutes('company', 'The company: name, address, colors, time zone.', [
  route('GET /api/company', getCompanyProfile),
  route('POST /api/company', createCompany, { status: 201 }),
  route('PUT /api/company/update/:id', updateCompany, { preview: computeEffect(updateCompany) }),
  route('DELETE /api/company/delete/:id', deleteCompany),
  route('GET /api/company/logo/:hash', getLogo, { image: true }),
  route('POST /api/company/logo', updateLogo, { fileAs: 'file', rowsAs: 'image' }),
  route('DELETE /api/company/logo/delete/:id', deleteLogo),
  route('GET /api/lookups', listLookUps),
  route('GET /api/history/:id', listRecordHistory),
]);
