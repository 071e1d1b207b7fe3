{
  // The sidebar has its own scroll; the current page should be in sight, without moving the page itself.
  const sidebar = document.getElementById("sidebar");
  const currentPage = sidebar?.querySelector('[aria-current="page"]');
  if (sidebar && currentPage) {
    const distance = currentPage.getBoundingClientRect().top - sidebar.getBoundingClientRect().top;
    if (distance > sidebar.clientHeight * 0.8) sidebar.scrollTop = distance - sidebar.clientHeight / 2;
  }
}
