-- Marks the database as demo data, so that it is not seeded twice and not mistaken for real data.
create table demo_world (
  one    boolean primary key default true check (one),
  at     timestamptz not null,                              -- the time it was seeded for
  orders integer not null
);
