import { baseUrl } from '../../nodes/shared/transport/connection';

it.each([
	['https://svc.example.com/', 'https://svc.example.com'],
	[' https://svc.example.com/proxy/ ', 'https://svc.example.com/proxy'],
	['https://svc.example.com/api/v1', 'https://svc.example.com'],
	['https://svc.example.com/proxy/API/v1//', 'https://svc.example.com/proxy'],
	['HTTPS://Svc.example.com:443', 'https://svc.example.com'],
	['https://svc.example.com/api/v10', 'https://svc.example.com/api/v10'],
])('reads the address %s as %s', (entered, used) => {
	expect(baseUrl(entered)).toBe(used);
});
