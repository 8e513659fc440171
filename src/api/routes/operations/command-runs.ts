import {
  createExpectedCommand,
  updateExpectedCommand,
  deleteExpectedCommand,
  listCommandRuns,
  listExpectedCommands,
  getCommandRun,
  getExpectedCommand,
} from '../../../domain/operations/command-runs/service.js';
import { describeRoutes, route } from '../../route.js';

export const commandRunRoutes = describeRoutes(
  'command runs',
  'Runs of commands, and the commands that are expected to run.',
  [
    route('GET /api/commandrun', listCommandRuns),
    route('GET /api/commandrun/:id', getCommandRun),
    route('GET /api/expectedcommand', listExpectedCommands),
    route('GET /api/expectedcommand/:id', getExpectedCommand),
    route('POST /api/expectedcommand', createExpectedCommand, { status: 201 }),
    route('PUT /api/expectedcommand/update/:id', updateExpectedCommand),
    route('DELETE /api/expectedcommand/delete/:id', deleteExpectedCommand),
  ],
);
