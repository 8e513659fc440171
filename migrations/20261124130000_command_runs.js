// Runs of the command line without a user, and which commands are expected to run.
export async function up(knex) {
  await knex.raw(`
    create table command_runs (
      id uuid primary key,
      command text not null check (command <> ''),
      line text not null check (line <> ''),
      account text not null, host text not null, actor_name text not null, version text not null,
      state text not null default 'running' check (state in ('running', 'done', 'failed', 'lost')),
      started_at timestamptz not null, seen_at timestamptz not null, finished_at timestamptz,
      exit_code int, counts jsonb not null default '{}', log text not null default '',
      check ((state in ('done', 'failed')) = (finished_at is not null)),
      check ((finished_at is null) = (exit_code is null)));
    create index command_runs_newest on command_runs (started_at desc, id desc);
    create index command_runs_command on command_runs (command, started_at desc);
    create index command_runs_open on command_runs (seen_at) where state = 'running';

    create table expected_commands (
      id uuid primary key,
      line text not null check (line <> ''),
      every_minutes int not null check (every_minutes between 5 and 527040),
      grace_minutes int not null check (grace_minutes between 0 and 527040),
      owner_id uuid references users on delete set null,
      last_good_at timestamptz,
      problem text check (problem in ('failed', 'late')),
      problem_since timestamptz, problem_run_id uuid references command_runs on delete set null,
      due_at timestamptz not null,
      revision int not null default 1,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      check ((problem is null) = (problem_since is null)));
    create unique index expected_commands_name on expected_commands (lower(line));
    create index expected_commands_due on expected_commands (due_at) where problem is null;
    create index expected_commands_owner on expected_commands (owner_id) where owner_id is not null;
    create index expected_commands_problem_run on expected_commands (problem_run_id) where problem_run_id is not null;`);
}

export async function down(knex) {
  await knex.raw(`
    drop table expected_commands;
    drop table command_runs;`);
}
