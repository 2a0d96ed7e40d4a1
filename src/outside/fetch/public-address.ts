import ipaddr from 'ipaddr.js'

/**
 * True if an IP address may be called on behalf of a stranger: a global unicast address, not one of this machine, its networks, or a range with a
 * special purpose. An IPv6 address that carries an IPv4 one (mapped, NAT64) is judged by the one it carries. False for any other text.
 */
export function isPublicAddress(ip: string): boolean {
  const address = parse(ip)
  if (!address) return false
  if (address.kind() === 'ipv4') {
    return address.range() === 'unicast' && address.toString() !== azureWireServer
  }
  const bytes = address.toByteArray()
  // a network without IPv4 reaches every IPv4 host through this prefix, public ones too
  if (address.match(nat64)) return isPublicAddress(bytes.slice(12).join('.'))
  // 2000::/3 is all that is allocated; 6to4 and Teredo lie inside it and are ranges of their own
  return address.range() === 'unicast' && (bytes[0] ?? 0) >> 5 === 1
}

/**
 * True if an allow-list names an address. Entries are addresses (`10.0.0.7`) or ranges (`10.0.0.0/8`, `fd00::/8`); other entries name no address and
 * are passed over.
 */
export function isListed(ip: string, allow: readonly string[]): boolean {
  const address = parse(ip)
  return address !== undefined && allow.some(entry => covers(entry, address))
}

type Address = ReturnType<typeof ipaddr.parse>

// the agent of Azure's virtual machines: a public number that answers only from inside
const azureWireServer = '168.63.129.16'
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

function parse(ip: string): Address | undefined {
  return ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined
}

function covers(entry: string, address: Address): boolean {
  const range = rangeOf(entry)
  return range !== undefined && range[0].kind() === address.kind() && address.match(range)
}

function rangeOf(entry: string): [Address, number] | undefined {
  const [start = '', length] = entry.trim().split('/')
  // "10" is a legal way to write 0.0.0.10, and surely not what a setting means
  if (!ipaddr.IPv4.isValidFourPartDecimal(start) && !ipaddr.IPv6.isValid(start)) return undefined
  if (length === undefined) {
    const address = ipaddr.process(start)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  }
  return ipaddr.isValidCIDR(entry.trim()) ? ipaddr.parseCIDR(entry.trim()) : undefined
}
