-- TLS handshakes that failed over a certificate: a device has no name yet when they fail, only the address it came from. One row an
-- address and reason; a series that paused for a day begins anew. `certificate_until` is the end of the certificate that was offered.
create table tls_refusal (
  address text not null,
  alert text not null check (alert in (
    'bad_certificate', 'unsupported_certificate', 'certificate_revoked', 'certificate_expired', 'certificate_unknown', 'unknown_ca',
    'no_shared_cipher', 'no_certificate')),
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null,
  certificate_until timestamptz,
  primary key (address, alert)
);
