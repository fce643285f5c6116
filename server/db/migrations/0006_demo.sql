-- Says that the data is the demo world, so that it is never made twice and never mistaken for anybody's money.
create table demo_world (
  one    boolean primary key default true check (one),
  at     timestamptz not null,                              -- the moment it was made for
  orders integer not null
);
