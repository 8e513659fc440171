import {
  discardRun,
  listFeedRuns,
  pullSource,
  releaseRun,
  getFeedRun,
} from '../../../domain/imports/feed/runs/pull.js';
import {
  createSource,
  updateSource,
  deleteSource,
  listSources,
  pauseSource,
  resumeSource,
  getSource,
} from '../../../domain/imports/feed/sources/service.js';
import { testChangedSource, testNewSource, testSource } from '../../../domain/imports/feed/sources/test-source.js';
import { uploadToSource } from '../../../domain/imports/feed/runs/upload.js';
import { describeRoutes, route } from '../../route.js';

export const feedRoutes = describeRoutes(
  'sources',
  'Sources that orders come from, their pulls, and the reconciliation with them.',
  [
    route('GET /api/source', listSources),
    route('GET /api/source/:id', getSource),
    route('GET /api/source/:id/test', testSource),
    route('GET /api/source/:id/runs', listFeedRuns),
    route('GET /api/source/run/:id', getFeedRun),
    route('POST /api/source/run/:id/release', releaseRun),
    route('POST /api/source/run/:id/discard', discardRun),
    route('POST /api/source', createSource, { status: 201, preview: testNewSource }),
    route('POST /api/source/:id/pull', pullSource, { status: 201 }),
    route('POST /api/source/:id/upload', uploadToSource, { fileAs: 'file', rowsAs: 'rows', status: 201 }),
    route('POST /api/source/:id/pause', pauseSource),
    route('POST /api/source/:id/resume', resumeSource),
    route('PUT /api/source/update/:id', updateSource, { preview: testChangedSource }),
    route('DELETE /api/source/delete/:id', deleteSource),
  ],
);
