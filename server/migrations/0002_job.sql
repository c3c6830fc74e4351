-- Long work: what runs behind a person's back, with its progress, its files and the rows it refused.

create table job (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null,                  -- domain.verb
  params jsonb not null,
  locale text not null check (locale in ('en', 'zh')),  -- of the person who started it; files are written in it
  time_zone text not null,             -- IANA name, of the same person
  file_name text not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
  cancelling boolean not null default false,
  done int not null default 0,
  total int,                           -- null: not known
  failed int not null default 0,
  counts jsonb,                        -- what came of the rows that passed, by name; null where the kind does not say
  checkpoint jsonb,                    -- where an interrupted run goes on
  interruptions int not null default 0,
  runner text,                         -- the run that holds it; another's word about it is not taken
  lease_until timestamptz,             -- the runner is taken for dead after this
  input_file_id text references file,
  result_file_id text references file,
  head jsonb,                          -- the cells of the table's head, for the file of refused rows
  error_key text,
  error_params jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz               -- the job goes with its files
);
create index on job (account_id, created_at desc, id desc);
create index on job (status) where status in ('waiting', 'running');
create index on job (expires_at) where expires_at is not null;
create index on job (input_file_id) where input_file_id is not null;
create index on job (result_file_id) where result_file_id is not null;

-- A row that a job refused; once for each of its columns at fault.
create table job_refusal (
  job_id bigint not null references job on delete cascade,
  row int not null,                    -- counts from 1, the head included
  "column" text not null,              -- as the head names it; empty: the row as a whole
  cells jsonb not null,
  message_key text not null,
  message_params jsonb,
  primary key (job_id, row, "column")
);

create index on file (kind, created_at);
