-- Long work: jobs in the background with their progress, their files and the rows they refused.

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
  counts jsonb,                        -- results of the accepted rows by name; null where the kind has none
  checkpoint jsonb,                    -- where an interrupted run continues
  interruptions int not null default 0,
  runner text,                         -- the run that holds the lease; writes of any other run are refused
  lease_until timestamptz,             -- after it the runner counts as dead
  input_file_id text references file,
  result_file_id text references file,
  head jsonb,                          -- the cells of the table's head, for the file of refused rows
  error_key text,
  error_params jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz               -- then the job is deleted with its files
);
create index on job (account_id, created_at desc, id desc);
create index on job (status) where status in ('waiting', 'running');
create index on job (expires_at) where expires_at is not null;
create index on job (input_file_id) where input_file_id is not null;
create index on job (result_file_id) where result_file_id is not null;

-- A row that a job refused; one entry for each wrong column.
create table job_refusal (
  job_id bigint not null references job on delete cascade,
  row_number int not null,             -- counts from 1, the head included
  column_name text not null,           -- as in the head; empty: the row as a whole
  cells jsonb not null,
  message_key text not null,
  message_params jsonb,
  primary key (job_id, row_number, column_name)
);
