import type { Result } from 'ioredis';

/**
 * Takes one request from both logs, which are lists of times in microseconds of Redis's clock, oldest first. Does nothing
 * after the deadline: a Redis that was frozen still runs the scripts of callers that have given up.
 * KEYS: log of the organization, log of the endpoint. ARGV: deadline, window (both in microseconds), the limits, '1' to log.
 * Returns false after the deadline, otherwise { now, count, reset, count, reset } as before the request.
 */
export const script = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
if now > tonumber(ARGV[1]) then return false end

local window = tonumber(ARGV[2])
local reply = { now }
local admitted = true
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[2 + i])
  local oldest = redis.call('LINDEX', key, 0)
  while oldest and now - oldest >= window do
    redis.call('LPOP', key)
    oldest = redis.call('LINDEX', key, 0)
  end
  local count = redis.call('LLEN', key)
  if count >= limit then
    admitted = false
    oldest = redis.call('LINDEX', key, count - limit)
  end
  reply[2 * i] = count
  reply[2 * i + 1] = oldest and oldest + window - now or 0
end

if admitted and ARGV[5] == '1' then
  for _, key in ipairs(KEYS) do
    redis.call('RPUSH', key, string.format('%.0f', now))
    redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
  end
end
return reply
`;

export type Reply = [nowUs: number, count: number, resetUs: number, count: number, resetUs: number];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeFromRateLimit(
      organizationKey: string,
      endpointKey: string,
      deadlineUs: number,
      windowUs: number,
      organizationLimit: number,
      endpointLimit: number,
      log: 0 | 1,
    ): Result<Reply | null, Context>;
  }
}
