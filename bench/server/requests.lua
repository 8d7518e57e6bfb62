-- Requests for wrk. REQUEST_FILE has the template on its first lines (method, path, headers until an empty line), the
-- body on one line, and then one line of values for each sender, with tabs between them. {1}, {2} … stand for the values
-- and {uuid} for a new UUID. FIRST_SENDER is the sender of the first request.
local template, senders, ready, at = {}, {}, {}, tonumber(os.getenv('FIRST_SENDER') or '0')

local function split(line, by)
  local parts = {}
  for part in (line .. by):gmatch('(.-)' .. by) do parts[#parts + 1] = part end
  return parts
end

local function uuid()
  local hex = string.format('%04x%04x%04x%04x', math.random(0, 65535), math.random(0, 65535), math.random(0, 65535), math.random(0, 65535))
  local more = string.format('%04x%04x%04x', math.random(0, 65535), math.random(0, 65535), math.random(0, 65535))
  return string.format('%s-%s-4%s-8%s-%s', hex:sub(1, 8), hex:sub(9, 12), hex:sub(13, 15), hex:sub(14, 16), more)
end

local function fill(text, values)
  local own = uuid()
  local filled = text:gsub('{(%d+)}', function(number) return values[tonumber(number)] end)
  filled = filled:gsub('{number}', string.format('%08d%07d', math.random(1, 99999999), math.random(0, 9999999)))
  return (filled:gsub('{uuid}', own))
end

local function make(values)
  local headers = {}
  for name, value in pairs(template.headers) do headers[name] = fill(value, values) end
  return wrk.format(template.method, fill(template.path, values), headers, template.body and fill(template.body, values))
end

function init()
  math.randomseed(tonumber(os.getenv('SEED') or os.time()))
  local file = io.open(os.getenv('REQUEST_FILE'), 'r')
  template.method, template.path, template.headers = file:read('*l'), file:read('*l'), {}
  for line in file:lines() do
    if line == '' then break end
    local name, value = line:match('^([^:]+): (.*)$')
    template.headers[name] = value
  end
  local body = file:read('*l')
  if body ~= '' then template.body = body end
  for line in file:lines() do senders[#senders + 1] = split(line, '\t') end
  -- A read is made once for each sender: making it again would cost the load more than the server.
  if not template.body then
    for index, values in ipairs(senders) do ready[index] = make(values) end
  end
end

function request()
  local index = at % #senders + 1
  at = at + 1
  return ready[index] or make(senders[index])
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"failed":%d}\n', summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
