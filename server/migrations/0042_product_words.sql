-- What the phone app shows of a product, and its words in languages beside English and Chinese.

-- One row for each of a product's five templates; none until it is first saved. The draft is null where nothing differs from what
-- is published. updated_at is also the version that a change is made from: it never stands still.
create table product_template (
  product_id bigint not null references product on delete cascade,
  kind text not null check (kind in
    ('distribution-network', 'params-info', 'device-control', 'params-edit', 'temperature-control')),
  draft jsonb,
  published jsonb,
  updated_at timestamptz not null,
  updated_by bigint references account on delete set null,
  published_at timestamptz,
  published_by bigint references account on delete set null,
  primary key (product_id, kind),
  check ((published is null) = (published_at is null)),
  check (draft is not null or published is not null)
);

-- One row for each language begun. Texts by the key of their word ({ "property.ChamberTemp.name": "Garraumtemperatur" }), those of
-- words that the product no longer has too: a word that comes back finds its text.
create table product_language (
  product_id bigint not null references product on delete cascade,
  language text not null check (language ~ '^[a-z]{2}$'),
  draft jsonb not null,
  published jsonb,
  updated_at timestamptz not null,
  updated_by bigint references account on delete set null,
  published_at timestamptz,
  published_by bigint references account on delete set null,
  primary key (product_id, language),
  check ((published is null) = (published_at is null))
);

-- An account that goes leaves its name out of what it wrote.
create index on product_template (updated_by) where updated_by is not null;
create index on product_template (published_by) where published_by is not null;
create index on product_language (updated_by) where updated_by is not null;
create index on product_language (published_by) where published_by is not null;
