export default function getRole(element: Element): string | null;
