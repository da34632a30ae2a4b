export function computeAccessibleName(element: Element, options?: { hidden?: boolean }): string;
