import { statfs } from 'node:fs/promises';
import type { Knex } from 'knex';
import { Gauge, type Registry } from 'prom-client';
import { getErrorCode } from '../../domain/kernel/objects.js';

/** The resources of this process that can run out or be lost. */
export interface ProcessParts {
  /** The connection pools, by purpose. */
  readonly pools: Readonly<Record<string, Knex>>;
  /** The folders whose disks can be full, by content. */
  readonly folders: Readonly<Record<string, string>>;
  /** Whether the connection that receives the events of other processes is open. */
  readonly isListening: () => boolean;
}

/** Knex's connection pool, which its types do not declare. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Gauges of this process's connections, listener and disks, updated at each request for metrics. */
export function addProcessGauges(registry: Registry, { pools, folders, isListening }: ProcessParts): void {
  const registers = [registry];
  new Gauge({
    name: 'shedworks_pool_connections',
    help: 'Database connections by pool and state',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, db] of Object.entries(pools)) {
        const connectionPool = (db.client as { pool: Pool }).pool; // knex types its client as any
        this.set({ pool, state: 'used' }, connectionPool.numUsed());
        this.set({ pool, state: 'free' }, connectionPool.numFree());
        this.set({ pool, state: 'waiting' }, connectionPool.numPendingAcquires());
      }
    },
  });
  new Gauge({
    name: 'shedworks_listener_connected',
    help: '1 if events of other processes arrive',
    registers,
    collect() {
      this.set(isListening() ? 1 : 0);
    },
  });
  const size = new Gauge({
    name: 'shedworks_disk_bytes',
    help: 'Size of the disk of a folder',
    labelNames: ['folder'],
    registers,
  });
  new Gauge({
    name: 'shedworks_disk_free_bytes',
    help: 'Free space on the disk of a folder',
    labelNames: ['folder'],
    registers,
    async collect() {
      for (const [folder, place] of Object.entries(folders)) {
        const room = await findRoom(place);
        if (!room) continue;
        this.set({ folder }, room.bavail * room.bsize);
        size.set({ folder }, room.blocks * room.bsize);
      }
    },
  });
}

/** With an external database there may be no home folder. */
const findRoom = (place: string) =>
  statfs(place).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  });
