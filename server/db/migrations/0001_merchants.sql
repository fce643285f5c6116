-- Accounts that can sign in: merchants of every kind, agents and staff. Each has one login.
create table merchant (
  merchant_no           text collate "C" primary key,
  kind                  text collate "C" not null check (kind in ('normal', 'subMerchant', 'umerchant', 'delegate', 'staff')),
  parent_no             text collate "C",                   -- of a sub-merchant
  agent_no              text collate "C",                   -- the merchant's agent
  name                  text not null,
  mobile                text,
  status                text collate "C" not null default 'ACTIVE',
  username              text collate "C" not null unique,   -- lower case
  password_hash         text not null,
  txn_password_hash     text,
  permission_keys       text[],                             -- null: all permissions of its kind
  otp_enabled           boolean not null default false,
  otp_secret            text,                               -- base32
  otp_enrolled          boolean not null default false,
  otp_last_step         bigint not null default 0,          -- last accepted TOTP time step
  locale                text,
  currency              text collate "C" not null default 'IDR',
  fee_type              text collate "C",                   -- RATE, FIXED, MIXED; null: no fees
  fee_rate              numeric,
  fee_fixed             bigint,                             -- minor units, like every amount
  fee_min               bigint,
  fee_max               bigint,
  settle_delay_minutes  integer not null default 0,         -- 0: a payin is available at once
  settle_bank_code      text collate "C",                   -- bank account that withdraws are paid to
  settle_account_number text collate "C",
  settle_account_name   text,
  payin_notify_address  text,
  payout_notify_address text,
  notify_disabled       boolean not null default false,     -- the merchant's server replied 410
  api_secret            text,
  api_white_ip          text[] not null default '{}',
  login_white_ip        text[] not null default '{}',
  create_time           timestamptz not null,
  last_login_time       timestamptz
);
create index merchant_parent on merchant (parent_no) where parent_no is not null;
create index merchant_agent on merchant (agent_no) where agent_no is not null;

-- Sessions; stage `passcode` lasts five minutes between password and passcode. Only the hash of the token is stored.
create table session (
  token_hash  bytea primary key,
  merchant_no text collate "C" not null,
  stage       text collate "C" not null check (stage in ('passcode', 'full')),
  otp_failures integer not null default 0,
  address     text not null,
  create_time timestamptz not null,
  seen_time   timestamptz not null,                         -- last call that was not a background poll
  end_time    timestamptz not null                          -- maximum age, regardless of use
);
create index session_merchant on session (merchant_no);

-- Failed attempts, one row per subject: a login name, an address or an account. A subject above the limit is locked.
create table login_try (
  subject  text collate "C" primary key,
  failures integer not null,
  at       timestamptz not null                             -- of the last counted attempt
);

-- Used signatures, kept until they are too old to be accepted.
create table used_signature (
  merchant_no text collate "C" not null,
  signature   text collate "C" not null,
  at          timestamptz not null,
  primary key (merchant_no, signature)
);

-- Audit log. Secrets are masked before they are written.
create table audit (
  merchant_no text collate "C" not null,                    -- the affected merchant
  id          bigint not null,
  at          timestamptz not null,
  actor_no    text collate "C" not null,
  actor       text not null,                                -- login name
  address     text not null,
  action      text collate "C" not null,
  target      text collate "C",                             -- number of the order, movement or merchant
  detail      jsonb,
  primary key (merchant_no, id)
);
create index audit_target on audit (merchant_no, target) where target is not null;

create table notice (
  merchant_no text collate "C" not null,
  id          bigint not null,
  at          timestamptz not null,
  type        text collate "C" not null,
  text_key    text collate "C" not null,                    -- key of the title and description in the texts
  params      jsonb not null default '{}',
  notify_type text,
  notify_msg  text,
  loan_app_id text,
  cleared     boolean not null default false,
  primary key (merchant_no, id)
);

-- Leases of node numbers by gateway processes. The node number is part of every id.
create table gateway_node (
  node  integer primary key,
  owner text not null,
  until timestamptz not null
);
