-- Menus, roles, accounts, and the log of operations.

create table menu (
  id bigint generated always as identity primary key,
  parent_id bigint references menu on delete cascade,
  key text not null unique,            -- stable name of a seeded row; other rows get a generated one
  name text not null,                  -- Chinese (spec 3: Chinese and English names)
  en_name text not null,
  icon text not null default '',
  url text not null default '#',
  level int not null,
  sort_num int not null,
  is_main_menu boolean not null,
  is_operation boolean not null,
  operation_code text,                 -- several rows may have the same code
  enabled boolean not null default true,
  seeded jsonb,                        -- the values of the last seed; where they differ, a person changed the row
  created_at timestamptz not null
);
create index on menu (parent_id, sort_num);
create index on menu (operation_code);

create table role (
  id bigint generated always as identity primary key,
  key text unique,                     -- of seeded roles
  name text not null,
  en_name text not null,
  description text not null default '',
  en_description text not null default '',
  enabled boolean not null default true,
  created_at timestamptz not null
);

create table role_menu (
  role_id bigint not null references role on delete cascade,
  menu_id bigint not null references menu on delete cascade,
  primary key (role_id, menu_id)
);
create index on role_menu (menu_id);

create table account (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation,
  role_id bigint not null references role,
  account text not null,               -- the sign-in name, compared without case
  name text not null,
  phone text not null default '',
  email text not null default '',
  -- An administrator entered the address, or its owner opened a link that was mailed to it. Only then an identity provider may
  -- link its person to the account by it.
  email_verified boolean not null default false,
  avatar_file_id text,                 -- no foreign key: a file that is gone leaves the account as it is
  password_hash text not null,
  must_change_password boolean not null default false,
  oidc_subject text unique,
  locale text check (locale in ('en', 'zh')),  -- the language and zone of the last sign-in, for texts that are sent; null: none yet
  time_zone text,
  enabled boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null
);
create unique index account_account on account (lower(account));
create unique index account_verified_email on account (lower(email)) where email_verified and email <> '';
create index on account (organisation_id);
create index on account (role_id);

-- One line for each operation. No foreign keys: a line outlives the account and the organisation.
create table operation_log (
  id bigint generated always as identity,
  logged_at timestamptz not null,
  account_id bigint,
  account text not null,
  organisation_id bigint,
  address text not null,
  module text not null,                -- the domain
  operation text not null,             -- the name of the endpoint in it
  method text not null,
  path text not null,
  duration_ms int not null,
  code int not null,
  success boolean not null,
  request jsonb,                       -- passwords, tokens and secrets are masked
  response jsonb,
  primary key (id, logged_at)
) partition by range (logged_at);
insert into partitioned_table values ('operation_log', 'month');
create index on operation_log (logged_at desc, id desc);
create index on operation_log (organisation_id, logged_at desc);
